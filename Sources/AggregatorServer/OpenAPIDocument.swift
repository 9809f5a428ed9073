// Made from docs/openapi.json by tools/generate; change that instead.

/// The OpenAPI document, as the server gives it to whoever asks.
enum OpenAPIDocument {
  static let text = #"""
    {"openapi":"3.1.0","info":{"title":"Spotlog aggregator","version":"1","description":"Devices\#
     send reports of engagements; the aggregator counts each once, and makes public what enough \#
    devices vouch for. Nothing below the threshold is answered to anyone. Refusals are problem d\#
    ocuments (RFC 9457) and change nothing.","license":{"name":"MIT","identifier":"MIT"}},"serve\#
    rs":[{"url":"http://127.0.0.1:8080","description":"spotlog serve, as it starts"}],"tags":[{"\#
    name":"devices","description":"The conversation: requests are signed with the device's key, \#
    inside the body."},{"name":"public"},{"name":"operator","description":"For whoever has the o\#
    perator's token."}],"paths":{"/v1/enrol":{"post":{"operationId":"enrol","tags":["devices"],"\#
    summary":"Enrol a device","description":"A device's key and nonce; answered with a lineage a\#
    nd the grant of its first epoch. The same nonce and key get the same grant.","parameters":[{\#
    "name":"Content-Encoding","in":"header","required":false,"description":"gzip or deflate, onc\#
    e. Batches are compressed already.","schema":{"type":"string","enum":["identity","gzip","def\#
    late"]}}],"requestBody":{"required":true,"description":"The bytes of the request, laid out i\#
    n Journal/FORMAT.md, \"The conversation\".","content":{"application/vnd.spotlog.sync":{"sche\#
    ma":{"type":"string","format":"binary"}},"application/octet-stream":{"schema":{"type":"strin\#
    g","format":"binary"}}}},"responses":{"200":{"description":"The bytes of the answer, laid ou\#
    t in the same place.","content":{"application/vnd.spotlog.sync":{"schema":{"type":"string","\#
    format":"binary"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"40\#
    0":{"$ref":"#/components/responses/malformed"},"403":{"$ref":"#/components/responses/notAllo\#
    wed"},"408":{"$ref":"#/components/responses/timeout"},"413":{"$ref":"#/components/responses/\#
    tooLarge"},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"429":{"$ref":"#/com\#
    ponents/responses/tooManyRequests"},"431":{"$ref":"#/components/responses/headersTooLarge"},\#
    "500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retry\#
    Later"}}}},"/v1/open":{"post":{"operationId":"open","tags":["devices"],"summary":"Say where \#
    the device is","description":"Lineage, time and locator; answered with how that relates to w\#
    hat the cloud has, and with what is wanted.","parameters":[{"name":"Content-Encoding","in":"\#
    header","required":false,"description":"gzip or deflate, once. Batches are compressed alread\#
    y.","schema":{"type":"string","enum":["identity","gzip","deflate"]}}],"requestBody":{"requir\#
    ed":true,"description":"The bytes of the request, laid out in Journal/FORMAT.md, \"The conve\#
    rsation\".","content":{"application/vnd.spotlog.sync":{"schema":{"type":"string","format":"b\#
    inary"}},"application/octet-stream":{"schema":{"type":"string","format":"binary"}}}},"respon\#
    ses":{"200":{"description":"The bytes of the answer, laid out in the same place.","content":\#
    {"application/vnd.spotlog.sync":{"schema":{"type":"string","format":"binary"}}},"headers":{"\#
    Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/respons\#
    es/malformed"},"403":{"$ref":"#/components/responses/notAllowed"},"408":{"$ref":"#/component\#
    s/responses/timeout"},"409":{"$ref":"#/components/responses/stale"},"413":{"$ref":"#/compone\#
    nts/responses/tooLarge"},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"431":\#
    {"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/inte\#
    rnal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/append":{"post":{"operatio\#
    nId":"append","tags":["devices"],"summary":"Send a batch","description":"Consecutive entries\#
     of the device's shared journal; answered with a receipt once they are durable, or a verdict\#
    . Sent again, it gets its receipt again and changes nothing.","parameters":[{"name":"Content\#
    -Encoding","in":"header","required":false,"description":"gzip or deflate, once. Batches are \#
    compressed already.","schema":{"type":"string","enum":["identity","gzip","deflate"]}}],"requ\#
    estBody":{"required":true,"description":"The bytes of the request, laid out in Journal/FORMA\#
    T.md, \"The conversation\".","content":{"application/vnd.spotlog.sync":{"schema":{"type":"st\#
    ring","format":"binary"}},"application/octet-stream":{"schema":{"type":"string","format":"bi\#
    nary"}}}},"responses":{"200":{"description":"The bytes of the answer, laid out in the same p\#
    lace.","content":{"application/vnd.spotlog.sync":{"schema":{"type":"string","format":"binary\#
    "}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/c\#
    omponents/responses/malformed"},"403":{"$ref":"#/components/responses/notAllowed"},"408":{"$\#
    ref":"#/components/responses/timeout"},"413":{"$ref":"#/components/responses/tooLarge"},"415\#
    ":{"$ref":"#/components/responses/unsupportedMediaType"},"431":{"$ref":"#/components/respons\#
    es/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/compo\#
    nents/responses/retryLater"}}}},"/v1/wanted":{"post":{"operationId":"wanted","tags":["device\#
    s"],"summary":"Ask what is wanted","description":"What the device was asked for and does not\#
     have any more; answered with what is wanted of it.","parameters":[{"name":"Content-Encoding\#
    ","in":"header","required":false,"description":"gzip or deflate, once. Batches are compresse\#
    d already.","schema":{"type":"string","enum":["identity","gzip","deflate"]}}],"requestBody":\#
    {"required":true,"description":"The bytes of the request, laid out in Journal/FORMAT.md, \"T\#
    he conversation\".","content":{"application/vnd.spotlog.sync":{"schema":{"type":"string","fo\#
    rmat":"binary"}},"application/octet-stream":{"schema":{"type":"string","format":"binary"}}}}\#
    ,"responses":{"200":{"description":"The bytes of the answer, laid out in the same place.","c\#
    ontent":{"application/vnd.spotlog.sync":{"schema":{"type":"string","format":"binary"}}},"hea\#
    ders":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/components\#
    /responses/malformed"},"403":{"$ref":"#/components/responses/notAllowed"},"408":{"$ref":"#/c\#
    omponents/responses/timeout"},"409":{"$ref":"#/components/responses/stale"},"413":{"$ref":"#\#
    /components/responses/tooLarge"},"415":{"$ref":"#/components/responses/unsupportedMediaType"\#
    },"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/respon\#
    ses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/rotate":{"post":{"\#
    operationId":"rotate","tags":["devices"],"summary":"Change the device's key","description":"\#
    Signed with the old key and the new one; answered with a grant of the same epoch for the new\#
     key.","parameters":[{"name":"Content-Encoding","in":"header","required":false,"description"\#
    :"gzip or deflate, once. Batches are compressed already.","schema":{"type":"string","enum":[\#
    "identity","gzip","deflate"]}}],"requestBody":{"required":true,"description":"The bytes of t\#
    he request, laid out in Journal/FORMAT.md, \"The conversation\".","content":{"application/vn\#
    d.spotlog.sync":{"schema":{"type":"string","format":"binary"}},"application/octet-stream":{"\#
    schema":{"type":"string","format":"binary"}}}},"responses":{"200":{"description":"The bytes \#
    of the answer, laid out in the same place.","content":{"application/vnd.spotlog.sync":{"sche\#
    ma":{"type":"string","format":"binary"}}},"headers":{"Cache-Control":{"$ref":"#/components/h\#
    eaders/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"403":{"$ref":"#/compon\#
    ents/responses/notAllowed"},"408":{"$ref":"#/components/responses/timeout"},"409":{"$ref":"#\#
    /components/responses/stale"},"413":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref"\#
    :"#/components/responses/unsupportedMediaType"},"431":{"$ref":"#/components/responses/header\#
    sTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/res\#
    ponses/retryLater"}}}},"/v1/search":{"get":{"operationId":"search","tags":["public"],"summar\#
    y":"Search the public index","parameters":[{"name":"q","in":"query","required":true,"descrip\#
    tion":"At most 256 UTF-8 bytes.","schema":{"type":"string","minLength":1,"maxLength":256}},{\#
    "name":"limit","in":"query","required":false,"schema":{"type":"integer","minimum":1,"maximum\#
    ":100,"default":20}}],"responses":{"200":{"description":"Items in which each word begins a w\#
    ord, the most engaged first.","content":{"application/json":{"schema":{"$ref":"#/components/\#
    schemas/Items"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400"\#
    :{"$ref":"#/components/responses/malformed"},"408":{"$ref":"#/components/responses/timeout"}\#
    ,"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/respons\#
    es/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/items/{tag}":{"get"\#
    :{"operationId":"item","tags":["public"],"summary":"A public item","parameters":[{"name":"ta\#
    g","in":"path","required":true,"description":"34 hexadecimal digits.","schema":{"type":"stri\#
    ng","pattern":"^[0-9a-f]{34}$"}}],"responses":{"200":{"description":"The item.","content":{"\#
    application/json":{"schema":{"$ref":"#/components/schemas/Item"}}},"headers":{"Cache-Control\#
    ":{"$ref":"#/components/headers/noStore"}}},"404":{"$ref":"#/components/responses/notFound"}\#
    ,"408":{"$ref":"#/components/responses/timeout"},"431":{"$ref":"#/components/responses/heade\#
    rsTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/re\#
    sponses/retryLater"}}}},"/v1/popularity":{"get":{"operationId":"popularity","tags":["public"\#
    ],"summary":"Counts of the public items","parameters":[{"name":"limit","in":"query","require\#
    d":false,"schema":{"type":"integer","minimum":1,"maximum":1000,"default":100}},{"name":"afte\#
    r","in":"query","required":false,"description":"What the page before gave as next.","schema"\#
    :{"type":"string"}}],"responses":{"200":{"description":"By key, a page at a time.","content"\#
    :{"application/json":{"schema":{"$ref":"#/components/schemas/Counts"}}},"headers":{"Cache-Co\#
    ntrol":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/malfo\#
    rmed"},"408":{"$ref":"#/components/responses/timeout"},"431":{"$ref":"#/components/responses\#
    /headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/compone\#
    nts/responses/retryLater"}}}},"/v1/deployment":{"get":{"operationId":"deployment","tags":["p\#
    ublic"],"summary":"What a device has to know","responses":{"200":{"description":"Life, salt \#
    and threshold, signed; keys and limits.","content":{"application/json":{"schema":{"$ref":"#/\#
    components/schemas/Deployment"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/n\#
    oStore"}}},"408":{"$ref":"#/components/responses/timeout"},"431":{"$ref":"#/components/respo\#
    nses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/com\#
    ponents/responses/retryLater"}}}},"/v1/health":{"get":{"operationId":"health","tags":["publi\#
    c"],"summary":"Whether it works","responses":{"200":{"description":"Ready, or degraded: sear\#
    ches are answered.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/He\#
    alth"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"503":{"descri\#
    ption":"Recovering: nothing is answered yet.","content":{"application/json":{"schema":{"$ref\#
    ":"#/components/schemas/Health"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/\#
    noStore"}}},"408":{"$ref":"#/components/responses/timeout"},"431":{"$ref":"#/components/resp\#
    onses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"}}}},"/v1/openapi.jso\#
    n":{"get":{"operationId":"openapi","tags":["public"],"summary":"This document","responses":{\#
    "200":{"description":"OpenAPI 3.1.","content":{"application/json":{"schema":{"type":"object"\#
    }}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"408":{"$ref":"#/co\#
    mponents/responses/timeout"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{\#
    "$ref":"#/components/responses/internal"}}}},"/v1/status":{"get":{"operationId":"status","ta\#
    gs":["operator"],"summary":"What the log and its folds hold","security":[{"operatorToken":[]\#
    }],"responses":{"200":{"description":"Totals.","content":{"application/json":{"schema":{"$re\#
    f":"#/components/schemas/Status"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers\#
    /noStore"}}},"401":{"$ref":"#/components/responses/unauthorized"},"408":{"$ref":"#/component\#
    s/responses/timeout"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":\#
    "#/components/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v\#
    1/metrics":{"get":{"operationId":"metrics","tags":["operator"],"summary":"Prometheus metrics\#
    ","security":[{"operatorToken":[]}],"responses":{"200":{"description":"Prometheus' text form\#
    at.","content":{"text/plain":{"schema":{"type":"string"}}},"headers":{"Cache-Control":{"$ref\#
    ":"#/components/headers/noStore"}}},"401":{"$ref":"#/components/responses/unauthorized"},"40\#
    8":{"$ref":"#/components/responses/timeout"},"431":{"$ref":"#/components/responses/headersTo\#
    oLarge"},"500":{"$ref":"#/components/responses/internal"}}}},"/v1/devices":{"get":{"operatio\#
    nId":"devices","tags":["operator"],"summary":"Devices","parameters":[{"name":"limit","in":"q\#
    uery","required":false,"schema":{"type":"integer","minimum":1,"maximum":1000,"default":100}}\#
    ,{"name":"after","in":"query","required":false,"description":"What the page before gave as n\#
    ext.","schema":{"type":"string"}}],"security":[{"operatorToken":[]}],"responses":{"200":{"de\#
    scription":"By lineage.","content":{"application/json":{"schema":{"$ref":"#/components/schem\#
    as/Devices"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"\#
    $ref":"#/components/responses/malformed"},"401":{"$ref":"#/components/responses/unauthorized\#
    "},"408":{"$ref":"#/components/responses/timeout"},"431":{"$ref":"#/components/responses/hea\#
    dersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/\#
    responses/retryLater"}}}},"/v1/incidents":{"get":{"operationId":"incidents","tags":["operato\#
    r"],"summary":"Forks that were met","parameters":[{"name":"limit","in":"query","required":fa\#
    lse,"schema":{"type":"integer","minimum":1,"maximum":1000,"default":100}},{"name":"after","i\#
    n":"query","required":false,"description":"What the page before gave as next.","schema":{"ty\#
    pe":"string"}}],"security":[{"operatorToken":[]}],"responses":{"200":{"description":"In the \#
    order of the log.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Inc\#
    idents"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref\#
    ":"#/components/responses/malformed"},"401":{"$ref":"#/components/responses/unauthorized"},"\#
    408":{"$ref":"#/components/responses/timeout"},"431":{"$ref":"#/components/responses/headers\#
    TooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/resp\#
    onses/retryLater"}}}},"/v1/candidates":{"get":{"operationId":"candidates","tags":["operator"\#
    ],"summary":"Contents that are asked for","parameters":[{"name":"limit","in":"query","requir\#
    ed":false,"schema":{"type":"integer","minimum":1,"maximum":1000,"default":100}},{"name":"aft\#
    er","in":"query","required":false,"description":"What the page before gave as next.","schema\#
    ":{"type":"string"}}],"security":[{"operatorToken":[]}],"responses":{"200":{"description":"B\#
    y tag. Only what enough devices vouch for.","content":{"application/json":{"schema":{"$ref":\#
    "#/components/schemas/Candidates"}}},"headers":{"Cache-Control":{"$ref":"#/components/header\#
    s/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"401":{"$ref":"#/components/\#
    responses/unauthorized"},"408":{"$ref":"#/components/responses/timeout"},"431":{"$ref":"#/co\#
    mponents/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":\#
    {"$ref":"#/components/responses/retryLater"}}}},"/v1/devices/{lineage}/revoke":{"post":{"ope\#
    rationId":"revokeDevice","tags":["operator"],"summary":"Remove a device","security":[{"opera\#
    torToken":[]}],"parameters":[{"name":"lineage","in":"path","required":true,"description":"32\#
     hexadecimal digits.","schema":{"type":"string","pattern":"^[0-9a-f]{32}$"}}],"description":\#
    "Its keys are refused from now on; its counts are kept, or retracted as if it had never been\#
     there.","requestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/c\#
    omponents/schemas/Revocation"}}}},"responses":{"200":{"description":"It is in the log. Asked\#
     again, nothing happens.","content":{"application/json":{"schema":{"$ref":"#/components/sche\#
    mas/Change"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"\#
    $ref":"#/components/responses/malformed"},"401":{"$ref":"#/components/responses/unauthorized\#
    "},"404":{"$ref":"#/components/responses/notFound"},"408":{"$ref":"#/components/responses/ti\#
    meout"},"409":{"$ref":"#/components/responses/erased"},"413":{"$ref":"#/components/responses\#
    /tooLarge"},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"431":{"$ref":"#/co\#
    mponents/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":\#
    {"$ref":"#/components/responses/retryLater"}}}},"/v1/devices/{lineage}/reinstate":{"post":{"\#
    operationId":"reinstateDevice","tags":["operator"],"summary":"Take a removed device back","s\#
    ecurity":[{"operatorToken":[]}],"parameters":[{"name":"lineage","in":"path","required":true,\#
    "description":"32 hexadecimal digits.","schema":{"type":"string","pattern":"^[0-9a-f]{32}$"}\#
    }],"responses":{"200":{"description":"It is in the log. Asked again, nothing happens.","cont\#
    ent":{"application/json":{"schema":{"$ref":"#/components/schemas/Change"}}},"headers":{"Cach\#
    e-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/m\#
    alformed"},"401":{"$ref":"#/components/responses/unauthorized"},"404":{"$ref":"#/components/\#
    responses/notFound"},"408":{"$ref":"#/components/responses/timeout"},"409":{"$ref":"#/compon\#
    ents/responses/erased"},"413":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/co\#
    mponents/responses/unsupportedMediaType"},"431":{"$ref":"#/components/responses/headersTooLa\#
    rge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses\#
    /retryLater"}}}},"/v1/devices/{lineage}/erase":{"post":{"operationId":"eraseDevice","tags":[\#
    "operator"],"summary":"Erase what a device reported","security":[{"operatorToken":[]}],"para\#
    meters":[{"name":"lineage","in":"path","required":true,"description":"32 hexadecimal digits.\#
    ","schema":{"type":"string","pattern":"^[0-9a-f]{32}$"}}],"description":"Removes it, retract\#
    s its counts and takes its reports out of the log, for ever.","responses":{"200":{"descripti\#
    on":"It is in the log. Asked again, nothing happens.","content":{"application/json":{"schema\#
    ":{"$ref":"#/components/schemas/Change"}}},"headers":{"Cache-Control":{"$ref":"#/components/\#
    headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"401":{"$ref":"#/compo\#
    nents/responses/unauthorized"},"404":{"$ref":"#/components/responses/notFound"},"408":{"$ref\#
    ":"#/components/responses/timeout"},"413":{"$ref":"#/components/responses/tooLarge"},"415":{\#
    "$ref":"#/components/responses/unsupportedMediaType"},"431":{"$ref":"#/components/responses/\#
    headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/componen\#
    ts/responses/retryLater"}}}},"/v1/items/{tag}/take-down":{"post":{"operationId":"takeDownIte\#
    m","tags":["operator"],"summary":"Hide an item","security":[{"operatorToken":[]}],"parameter\#
    s":[{"name":"tag","in":"path","required":true,"description":"34 hexadecimal digits.","schema\#
    ":{"type":"string","pattern":"^[0-9a-f]{34}$"}}],"responses":{"200":{"description":"It is in\#
     the log. Asked again, nothing happens.","content":{"application/json":{"schema":{"$ref":"#/\#
    components/schemas/Change"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noSto\#
    re"}}},"400":{"$ref":"#/components/responses/malformed"},"401":{"$ref":"#/components/respons\#
    es/unauthorized"},"404":{"$ref":"#/components/responses/notFound"},"408":{"$ref":"#/componen\#
    ts/responses/timeout"},"413":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/com\#
    ponents/responses/unsupportedMediaType"},"431":{"$ref":"#/components/responses/headersTooLar\#
    ge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/\#
    retryLater"}}}},"/v1/items/{tag}/restore":{"post":{"operationId":"restoreItem","tags":["oper\#
    ator"],"summary":"No longer hide an item","security":[{"operatorToken":[]}],"parameters":[{"\#
    name":"tag","in":"path","required":true,"description":"34 hexadecimal digits.","schema":{"ty\#
    pe":"string","pattern":"^[0-9a-f]{34}$"}}],"responses":{"200":{"description":"It is in the l\#
    og. Asked again, nothing happens.","content":{"application/json":{"schema":{"$ref":"#/compon\#
    ents/schemas/Change"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}}\#
    ,"400":{"$ref":"#/components/responses/malformed"},"401":{"$ref":"#/components/responses/una\#
    uthorized"},"404":{"$ref":"#/components/responses/notFound"},"408":{"$ref":"#/components/res\#
    ponses/timeout"},"413":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/component\#
    s/responses/unsupportedMediaType"},"431":{"$ref":"#/components/responses/headersTooLarge"},"\#
    500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retryL\#
    ater"}}}}},"components":{"securitySchemes":{"operatorToken":{"type":"http","scheme":"bearer"\#
    }},"responses":{"malformed":{"description":"The request cannot be read as what it should be.\#
    ","content":{"application/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}}\#
    ,"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"unauthorized":{"descr\#
    iption":"The operator's token is missing or wrong.","content":{"application/problem+json": {\#
    "schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/com\#
    ponents/headers/noStore"},"WWW-Authenticate":{"schema":{"type":"string"}}}},"notAllowed":{"d\#
    escription":"A signature does not fit, the device was removed, or may not enrol.","content":\#
    {"application/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{\#
    "Cache-Control":{"$ref":"#/components/headers/noStore"}}},"notFound":{"description":"There i\#
    s no such thing.","content":{"application/problem+json": {"schema":{"$ref":"#/components/sch\#
    emas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"timeo\#
    ut":{"description":"The request came too slowly.","content":{"application/problem+json": {"s\#
    chema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/compo\#
    nents/headers/noStore"}}},"stale":{"description":"The request is of another time than the ag\#
    gregator's: an old one, or the clock is wrong.","content":{"application/problem+json": {"sch\#
    ema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/compone\#
    nts/headers/noStore"}}},"erased":{"description":"What the device reported was erased, for ev\#
    er: its counts cannot be kept, and it cannot be reinstated.","content":{"application/problem\#
    +json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$re\#
    f":"#/components/headers/noStore"}}},"tooLarge":{"description":"The body, or what it inflate\#
    s to, is larger than what is taken.","content":{"application/problem+json": {"schema":{"$ref\#
    ":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers\#
    /noStore"}}},"unsupportedMediaType":{"description":"The body's type or encoding is not taken\#
    .","content":{"application/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}\#
    },"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"tooManyRequests":{"d\#
    escription":"Too many devices enrol from one address.","content":{"application/problem+json"\#
    : {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/\#
    components/headers/noStore"},"Retry-After":{"description":"Seconds.","schema":{"type":"integ\#
    er"}}}},"headersTooLarge":{"description":"The head of the request is too large.","content":{\#
    "application/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"\#
    Cache-Control":{"$ref":"#/components/headers/noStore"}}},"internal":{"description":"Somethin\#
    g went wrong in the server.","content":{"application/problem+json": {"schema":{"$ref":"#/com\#
    ponents/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore\#
    "}}},"retryLater":{"description":"The aggregator cannot take it now; nothing was taken.","co\#
    ntent":{"application/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"hea\#
    ders":{"Cache-Control":{"$ref":"#/components/headers/noStore"},"Retry-After":{"description":\#
    "Seconds.","schema":{"type":"integer"}}}}},"headers":{"noStore":{"description":"Nobody may k\#
    eep an answer: what it shows may be taken down a moment later.","schema":{"type":"string","c\#
    onst":"no-store"}}},"schemas":{"Item":{"type":"object","required":["tag","key","app","activi\#
    tyType","title","contentDescription","keywords","thumbnailURL","events","distinctDevices"],"\#
    properties":{"tag":{"type":"string","pattern":"^[0-9a-f]{34}$","description":"The item's one\#
    -way name."},"key":{"type":"string","description":"Its public identity: the URL if it has on\#
    e, else app/id."},"app":{"type":"string"},"activityType":{"type":"string"},"title":{"type":"\#
    string"},"contentDescription":{"type":"string"},"keywords":{"type":"array","items":{"type":"\#
    string"}},"thumbnailURL":{"type":"string"},"events":{"type":"integer","minimum":0,"descripti\#
    on":"Engagements that were counted, each once."},"distinctDevices":{"type":"integer","minimu\#
    m":0,"description":"Devices that vouch for it now; never below the threshold."}},"descriptio\#
    n":"A public item. Fields that it does not have are empty."},"Items":{"type":"object","requi\#
    red":["items"],"properties":{"items":{"type":"array","items":{"$ref":"#/components/schemas/I\#
    tem"}}}},"Count":{"type":"object","required":["key","tag","events","distinctDevices","firstD\#
    ay","lastDay"],"properties":{"key":{"type":"string"},"tag":{"type":"string","pattern":"^[0-9\#
    a-f]{34}$","description":"The item's one-way name."},"events":{"type":"integer","minimum":0}\#
    ,"distinctDevices":{"type":"integer","minimum":0},"firstDay":{"type":"string","format":"date\#
    "},"lastDay":{"type":"string","format":"date"}}},"Counts":{"type":"object","required":["item\#
    s","next"],"properties":{"items":{"type":"array","items":{"$ref":"#/components/schemas/Count\#
    "}},"next":{"type":["string","null"],"description":"For the parameter after; null on the las\#
    t page."}}},"Limits":{"type":"object","required":["batchEntryCount","batchByteCount","retryD\#
    elayMilliseconds","retryDelayMaxMilliseconds","requestTimeoutMilliseconds"],"properties":{"b\#
    atchEntryCount":{"type":"integer","minimum":0},"batchByteCount":{"type":"integer","minimum":\#
    0},"retryDelayMilliseconds":{"type":"integer","minimum":0},"retryDelayMaxMilliseconds":{"typ\#
    e":"integer","minimum":0},"requestTimeoutMilliseconds":{"type":"integer","minimum":0}}},"End\#
    orsement":{"type":"object","required":["key","endorser","signature"],"properties":{"key":{"t\#
    ype":"string","pattern":"^[0-9a-f]{64}$","description":"A newer key."},"endorser":{"type":"s\#
    tring","pattern":"^[0-9a-f]{64}$","description":"An older one, that signed for it."},"signat\#
    ure":{"type":"string","pattern":"^[0-9a-f]{128}$","description":"Ed25519, of \"spotlog cloud\#
     key 1\" and the newer key's 32 bytes."}}},"Deployment":{"type":"object","required":["cloudL\#
    ife","tagSalt","threshold","signature","keys","endorsements","admission","limits"],"properti\#
    es":{"cloudLife":{"type":"string","pattern":"^[0-9a-f]{32}$","description":"Taken anew after\#
     each restore of the aggregator."},"tagSalt":{"type":"string","description":"The public salt\#
     of tags, in hex."},"threshold":{"type":"integer","minimum":1},"signature":{"type":"string",\#
    "pattern":"^[0-9a-f]{128}$","description":"Of cloudLife, tagSalt and threshold, by the first\#
     key; what is signed stands in Journal/FORMAT.md, \"Deployments\"."},"keys":{"type":"array",\#
    "items":{"type":"string","pattern":"^[0-9a-f]{64}$","description":"An Ed25519 public key tha\#
    t signs, or signed before."},"description":"The first one signs now."},"endorsements":{"type\#
    ":"array","items":{"$ref":"#/components/schemas/Endorsement"}},"admission":{"type":"string",\#
    "enum":["open","token","attestation"]},"limits":{"$ref":"#/components/schemas/Limits"}}},"He\#
    alth":{"type":"object","required":["status","reasons"],"properties":{"status":{"type":"strin\#
    g","enum":["ready","degraded","recovering"]},"reasons":{"type":"array","items":{"type":"stri\#
    ng"},"description":"Why it is not ready, a sentence each."}}},"Status":{"type":"object","req\#
    uired":["cloudLife","logEntries","lineages","reports","publicItems","stateDigest"],"properti\#
    es":{"cloudLife":{"type":"string"},"logEntries":{"type":"integer","minimum":0},"logDigest":{\#
    "type":"string"},"lineages":{"type":"integer","minimum":0},"epochs":{"type":"integer","minim\#
    um":0},"reports":{"type":"integer","minimum":0},"items":{"type":"integer","minimum":0},"publ\#
    icItems":{"type":"integer","minimum":0},"wanted":{"type":"integer","minimum":0},"threshold":\#
    {"type":"integer","minimum":0},"incidents":{"type":"integer","minimum":0},"unaskedContents":\#
    {"type":"integer","minimum":0},"stateDigest":{"type":"string","description":"SHA-256 of the \#
    whole state: equal after a rebuild."}}},"Device":{"type":"object","required":["lineage","epo\#
    chs","enrolled","isRevoked","countsRetracted","isErased"],"properties":{"lineage":{"type":"s\#
    tring","pattern":"^[0-9a-f]{32}$","description":"The device with all its restores and copies\#
    ."},"epochs":{"type":"array","items":{"type":"object","required":["epoch","head","incidents"\#
    ],"properties":{"epoch":{"type":"string"},"head":{"type":"integer","minimum":0},"incidents":\#
    {"type":"integer","minimum":0}}}},"enrolled":{"type":"string","format":"date-time"},"receive\#
    d":{"type":"string","format":"date-time"},"isRevoked":{"type":"boolean"},"countsRetracted":{\#
    "type":"boolean"},"isErased":{"type":"boolean"}}},"Devices":{"type":"object","required":["de\#
    vices","next"],"properties":{"devices":{"type":"array","items":{"$ref":"#/components/schemas\#
    /Device"}},"next":{"type":["string","null"],"description":"For the parameter after; null on \#
    the last page."}}},"Incident":{"type":"object","required":["number","time","lineage","epoch"\#
    ,"first","last","known","sent"],"properties":{"number":{"type":"integer","minimum":0},"time"\#
    :{"type":"string","format":"date-time"},"lineage":{"type":"string"},"epoch":{"type":"string"\#
    },"first":{"type":"integer","minimum":0},"last":{"type":"integer","minimum":0},"known":{"typ\#
    e":"string"},"sent":{"type":"string"}},"description":"A device sent other content under numb\#
    ers that the log has."},"Incidents":{"type":"object","required":["incidents","next"],"proper\#
    ties":{"incidents":{"type":"array","items":{"$ref":"#/components/schemas/Incident"}},"next":\#
    {"type":["string","null"],"description":"For the parameter after; null on the last page."}}}\#
    ,"Candidate":{"type":"object","required":["tag","content","vouchers","asked","isTakenDown"],\#
    "properties":{"tag":{"type":"string"},"content":{"type":"string"},"vouchers":{"type":"intege\#
    r","minimum":0},"asked":{"type":"integer","minimum":0},"isTakenDown":{"type":"boolean"}},"de\#
    scription":"Enough devices vouch for a content, and none has sent it yet."},"Candidates":{"t\#
    ype":"object","required":["candidates","next"],"properties":{"candidates":{"type":"array","i\#
    tems":{"$ref":"#/components/schemas/Candidate"}},"next":{"type":["string","null"],"descripti\#
    on":"For the parameter after; null on the last page."}}},"Revocation":{"type":"object","requ\#
    ired":["counts"],"properties":{"counts":{"type":"string","enum":["kept","retracted"]}}},"Cha\#
    nge":{"type":"object","required":["subject","controlEntries","redactedBatches"],"properties"\#
    :{"subject":{"type":"string","description":"The lineage or the tag of the path."},"controlEn\#
    tries":{"type":"integer","minimum":0,"description":"Entries that the log got for it; 0: it w\#
    as so before."},"redactedBatches":{"type":"integer","minimum":0,"description":"Batches whose\#
     content an erasure took out of the log."}},"description":"What came of an operator's reques\#
    t."},"Problem":{"type":"object","required":["type","title","status","detail"],"properties":{\#
    "type":{"type":"string","description":"urn:spotlog:problem:NAME; stays as it is."},"title":{\#
    "type":"string"},"status":{"type":"integer"},"detail":{"type":"string","description":"What w\#
    as wrong and what to do next."},"retryAfterMilliseconds":{"type":"integer","minimum":0},"clo\#
    udTime":{"type":"integer","description":"The aggregator's time, in milliseconds since 1970, \#
    where the request was refused for its own."}},"description":"RFC 9457."}}}}
    """#
}
