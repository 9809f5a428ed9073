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
    ublic"],"summary":"What a device has to know","responses":{"200":{"description":"Salt, thres\#
    hold, keys and limits.","content":{"application/json":{"schema":{"$ref":"#/components/schema\#
    s/Deployment"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"408":\#
    {"$ref":"#/components/responses/timeout"},"431":{"$ref":"#/components/responses/headersTooLa\#
    rge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses\#
    /retryLater"}}}},"/v1/health":{"get":{"operationId":"health","tags":["public"],"summary":"Wh\#
    ether it works","responses":{"200":{"description":"Ready, or degraded: searches are answered\#
    .","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Health"}}},"headers\#
    ":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"503":{"description":"Recoverin\#
    g: nothing is answered yet.","content":{"application/json":{"schema":{"$ref":"#/components/s\#
    chemas/Health"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"408"\#
    :{"$ref":"#/components/responses/timeout"},"431":{"$ref":"#/components/responses/headersTooL\#
    arge"},"500":{"$ref":"#/components/responses/internal"}}}},"/v1/openapi.json":{"get":{"opera\#
    tionId":"openapi","tags":["public"],"summary":"This document","responses":{"200":{"descripti\#
    on":"OpenAPI 3.1.","content":{"application/json":{"schema":{"type":"object"}}},"headers":{"C\#
    ache-Control":{"$ref":"#/components/headers/noStore"}}},"408":{"$ref":"#/components/response\#
    s/timeout"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/compone\#
    nts/responses/internal"}}}},"/v1/status":{"get":{"operationId":"status","tags":["operator"],\#
    "summary":"What the log and its folds hold","security":[{"operatorToken":[]}],"responses":{"\#
    200":{"description":"Totals.","content":{"application/json":{"schema":{"$ref":"#/components/\#
    schemas/Status"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"401\#
    ":{"$ref":"#/components/responses/unauthorized"},"408":{"$ref":"#/components/responses/timeo\#
    ut"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/res\#
    ponses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/metrics":{"get"\#
    :{"operationId":"metrics","tags":["operator"],"summary":"Prometheus metrics","security":[{"o\#
    peratorToken":[]}],"responses":{"200":{"description":"Prometheus' text format.","content":{"\#
    text/plain":{"schema":{"type":"string"}}},"headers":{"Cache-Control":{"$ref":"#/components/h\#
    eaders/noStore"}}},"401":{"$ref":"#/components/responses/unauthorized"},"408":{"$ref":"#/com\#
    ponents/responses/timeout"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"\#
    $ref":"#/components/responses/internal"}}}},"/v1/devices":{"get":{"operationId":"devices","t\#
    ags":["operator"],"summary":"Devices","parameters":[{"name":"limit","in":"query","required":\#
    false,"schema":{"type":"integer","minimum":1,"maximum":1000,"default":100}},{"name":"after",\#
    "in":"query","required":false,"description":"What the page before gave as next.","schema":{"\#
    type":"string"}}],"security":[{"operatorToken":[]}],"responses":{"200":{"description":"By li\#
    neage.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Devices"}}},"h\#
    eaders":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/componen\#
    ts/responses/malformed"},"401":{"$ref":"#/components/responses/unauthorized"},"408":{"$ref":\#
    "#/components/responses/timeout"},"431":{"$ref":"#/components/responses/headersTooLarge"},"5\#
    00":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retryLa\#
    ter"}}}},"/v1/incidents":{"get":{"operationId":"incidents","tags":["operator"],"summary":"Fo\#
    rks that were met","parameters":[{"name":"limit","in":"query","required":false,"schema":{"ty\#
    pe":"integer","minimum":1,"maximum":1000,"default":100}},{"name":"after","in":"query","requi\#
    red":false,"description":"What the page before gave as next.","schema":{"type":"string"}}],"\#
    security":[{"operatorToken":[]}],"responses":{"200":{"description":"In the order of the log.\#
    ","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Incidents"}}},"heade\#
    rs":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/r\#
    esponses/malformed"},"401":{"$ref":"#/components/responses/unauthorized"},"408":{"$ref":"#/c\#
    omponents/responses/timeout"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":\#
    {"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"\#
    }}}},"/v1/candidates":{"get":{"operationId":"candidates","tags":["operator"],"summary":"Cont\#
    ents that are asked for","parameters":[{"name":"limit","in":"query","required":false,"schema\#
    ":{"type":"integer","minimum":1,"maximum":1000,"default":100}},{"name":"after","in":"query",\#
    "required":false,"description":"What the page before gave as next.","schema":{"type":"string\#
    "}}],"security":[{"operatorToken":[]}],"responses":{"200":{"description":"By tag. Only what \#
    enough devices vouch for.","content":{"application/json":{"schema":{"$ref":"#/components/sch\#
    emas/Candidates"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"40\#
    0":{"$ref":"#/components/responses/malformed"},"401":{"$ref":"#/components/responses/unautho\#
    rized"},"408":{"$ref":"#/components/responses/timeout"},"431":{"$ref":"#/components/response\#
    s/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/compon\#
    ents/responses/retryLater"}}}},"/v1/devices/{lineage}/revoke":{"post":{"operationId":"revoke\#
    Device","tags":["operator"],"summary":"Remove a device","security":[{"operatorToken":[]}],"p\#
    arameters":[{"name":"lineage","in":"path","required":true,"description":"32 hexadecimal digi\#
    ts.","schema":{"type":"string","pattern":"^[0-9a-f]{32}$"}}],"description":"Its keys are ref\#
    used from now on; its counts are kept, or retracted as if it had never been there.","request\#
    Body":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas\#
    /Revocation"}}}},"responses":{"200":{"description":"It is in the log. Asked again, nothing h\#
    appens.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Change"}}},"h\#
    eaders":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/componen\#
    ts/responses/malformed"},"401":{"$ref":"#/components/responses/unauthorized"},"403":{"$ref":\#
    "#/components/responses/notAllowed"},"404":{"$ref":"#/components/responses/notFound"},"408":\#
    {"$ref":"#/components/responses/timeout"},"413":{"$ref":"#/components/responses/tooLarge"},"\#
    415":{"$ref":"#/components/responses/unsupportedMediaType"},"431":{"$ref":"#/components/resp\#
    onses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/co\#
    mponents/responses/retryLater"}}}},"/v1/devices/{lineage}/reinstate":{"post":{"operationId":\#
    "reinstateDevice","tags":["operator"],"summary":"Take a removed device back","security":[{"o\#
    peratorToken":[]}],"parameters":[{"name":"lineage","in":"path","required":true,"description"\#
    :"32 hexadecimal digits.","schema":{"type":"string","pattern":"^[0-9a-f]{32}$"}}],"responses\#
    ":{"200":{"description":"It is in the log. Asked again, nothing happens.","content":{"applic\#
    ation/json":{"schema":{"$ref":"#/components/schemas/Change"}}},"headers":{"Cache-Control":{"\#
    $ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"4\#
    01":{"$ref":"#/components/responses/unauthorized"},"403":{"$ref":"#/components/responses/not\#
    Allowed"},"404":{"$ref":"#/components/responses/notFound"},"408":{"$ref":"#/components/respo\#
    nses/timeout"},"413":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/components/\#
    responses/unsupportedMediaType"},"431":{"$ref":"#/components/responses/headersTooLarge"},"50\#
    0":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retryLat\#
    er"}}}},"/v1/devices/{lineage}/erase":{"post":{"operationId":"eraseDevice","tags":["operator\#
    "],"summary":"Erase what a device reported","security":[{"operatorToken":[]}],"parameters":[\#
    {"name":"lineage","in":"path","required":true,"description":"32 hexadecimal digits.","schema\#
    ":{"type":"string","pattern":"^[0-9a-f]{32}$"}}],"description":"Removes it, retracts its cou\#
    nts and takes its reports out of the log, for ever.","responses":{"200":{"description":"It i\#
    s in the log. Asked again, nothing happens.","content":{"application/json":{"schema":{"$ref"\#
    :"#/components/schemas/Change"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/n\#
    oStore"}}},"400":{"$ref":"#/components/responses/malformed"},"401":{"$ref":"#/components/res\#
    ponses/unauthorized"},"403":{"$ref":"#/components/responses/notAllowed"},"404":{"$ref":"#/co\#
    mponents/responses/notFound"},"408":{"$ref":"#/components/responses/timeout"},"413":{"$ref":\#
    "#/components/responses/tooLarge"},"415":{"$ref":"#/components/responses/unsupportedMediaTyp\#
    e"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/resp\#
    onses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/items/{tag}/take\#
    -down":{"post":{"operationId":"takeDownItem","tags":["operator"],"summary":"Hide an item","s\#
    ecurity":[{"operatorToken":[]}],"parameters":[{"name":"tag","in":"path","required":true,"des\#
    cription":"34 hexadecimal digits.","schema":{"type":"string","pattern":"^[0-9a-f]{34}$"}}],"\#
    responses":{"200":{"description":"It is in the log. Asked again, nothing happens.","content"\#
    :{"application/json":{"schema":{"$ref":"#/components/schemas/Change"}}},"headers":{"Cache-Co\#
    ntrol":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/malfo\#
    rmed"},"401":{"$ref":"#/components/responses/unauthorized"},"403":{"$ref":"#/components/resp\#
    onses/notAllowed"},"404":{"$ref":"#/components/responses/notFound"},"408":{"$ref":"#/compone\#
    nts/responses/timeout"},"413":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/co\#
    mponents/responses/unsupportedMediaType"},"431":{"$ref":"#/components/responses/headersTooLa\#
    rge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses\#
    /retryLater"}}}},"/v1/items/{tag}/restore":{"post":{"operationId":"restoreItem","tags":["ope\#
    rator"],"summary":"No longer hide an item","security":[{"operatorToken":[]}],"parameters":[{\#
    "name":"tag","in":"path","required":true,"description":"34 hexadecimal digits.","schema":{"t\#
    ype":"string","pattern":"^[0-9a-f]{34}$"}}],"responses":{"200":{"description":"It is in the \#
    log. Asked again, nothing happens.","content":{"application/json":{"schema":{"$ref":"#/compo\#
    nents/schemas/Change"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}\#
    },"400":{"$ref":"#/components/responses/malformed"},"401":{"$ref":"#/components/responses/un\#
    authorized"},"403":{"$ref":"#/components/responses/notAllowed"},"404":{"$ref":"#/components/\#
    responses/notFound"},"408":{"$ref":"#/components/responses/timeout"},"413":{"$ref":"#/compon\#
    ents/responses/tooLarge"},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"431"\#
    :{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/int\#
    ernal"},"503":{"$ref":"#/components/responses/retryLater"}}}}},"components":{"securityScheme\#
    s":{"operatorToken":{"type":"http","scheme":"bearer"}},"responses":{"malformed":{"descriptio\#
    n":"The request cannot be read as what it should be.","content":{"application/problem+json":\#
     {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/c\#
    omponents/headers/noStore"}}},"unauthorized":{"description":"The operator's token is missing\#
     or wrong.","content":{"application/problem+json": {"schema":{"$ref":"#/components/schemas/P\#
    roblem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"},"WWW-Authentic\#
    ate":{"schema":{"type":"string"}}}},"notAllowed":{"description":"A signature does not fit, t\#
    he device was removed, or may not enrol.","content":{"application/problem+json": {"schema":{\#
    "$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/he\#
    aders/noStore"}}},"notFound":{"description":"There is no such thing.","content":{"applicatio\#
    n/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Contr\#
    ol":{"$ref":"#/components/headers/noStore"}}},"timeout":{"description":"The request came too\#
     slowly.","content":{"application/problem+json": {"schema":{"$ref":"#/components/schemas/Pro\#
    blem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"stale":{"desc\#
    ription":"The request is of another time than the aggregator's: an old one, or the clock is \#
    wrong.","content":{"application/problem+json": {"schema":{"$ref":"#/components/schemas/Probl\#
    em"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"tooLarge":{"des\#
    cription":"The body, or what it inflates to, is larger than what is taken.","content":{"appl\#
    ication/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache\#
    -Control":{"$ref":"#/components/headers/noStore"}}},"unsupportedMediaType":{"description":"T\#
    he body's type or encoding is not taken.","content":{"application/problem+json": {"schema":{\#
    "$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/he\#
    aders/noStore"}}},"tooManyRequests":{"description":"Too many devices enrol from one address.\#
    ","content":{"application/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}}\#
    ,"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"},"Retry-After":{"descript\#
    ion":"Seconds.","schema":{"type":"integer"}}}},"headersTooLarge":{"description":"The head of\#
     the request is too large.","content":{"application/problem+json": {"schema":{"$ref":"#/comp\#
    onents/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"\#
    }}},"internal":{"description":"Something went wrong in the server.","content":{"application/\#
    problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control\#
    ":{"$ref":"#/components/headers/noStore"}}},"retryLater":{"description":"The aggregator cann\#
    ot take it now; nothing was taken.","content":{"application/problem+json": {"schema":{"$ref"\#
    :"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/\#
    noStore"},"Retry-After":{"description":"Seconds.","schema":{"type":"integer"}}}}},"headers":\#
    {"noStore":{"description":"Nobody may keep an answer: what it shows may be taken down a mome\#
    nt later.","schema":{"type":"string","const":"no-store"}}},"schemas":{"Item":{"type":"object\#
    ","required":["tag","key","app","activityType","title","contentDescription","keywords","thum\#
    bnailURL","events","distinctDevices"],"properties":{"tag":{"type":"string","pattern":"^[0-9a\#
    -f]{34}$","description":"The item's one-way name."},"key":{"type":"string","description":"It\#
    s public identity: the URL if it has one, else app/id."},"app":{"type":"string"},"activityTy\#
    pe":{"type":"string"},"title":{"type":"string"},"contentDescription":{"type":"string"},"keyw\#
    ords":{"type":"array","items":{"type":"string"}},"thumbnailURL":{"type":"string"},"events":{\#
    "type":"integer","minimum":0,"description":"Engagements that were counted, each once."},"dis\#
    tinctDevices":{"type":"integer","minimum":0,"description":"Devices that vouch for it now; ne\#
    ver below the threshold."}},"description":"A public item. Fields that it does not have are e\#
    mpty."},"Items":{"type":"object","required":["items"],"properties":{"items":{"type":"array",\#
    "items":{"$ref":"#/components/schemas/Item"}}}},"Count":{"type":"object","required":["key","\#
    tag","events","distinctDevices","firstDay","lastDay"],"properties":{"key":{"type":"string"},\#
    "tag":{"type":"string","pattern":"^[0-9a-f]{34}$","description":"The item's one-way name."},\#
    "events":{"type":"integer","minimum":0},"distinctDevices":{"type":"integer","minimum":0},"fi\#
    rstDay":{"type":"string","format":"date"},"lastDay":{"type":"string","format":"date"}}},"Cou\#
    nts":{"type":"object","required":["items","next"],"properties":{"items":{"type":"array","ite\#
    ms":{"$ref":"#/components/schemas/Count"}},"next":{"type":["string","null"],"description":"F\#
    or the parameter after; null on the last page."}}},"Limits":{"type":"object","required":["ba\#
    tchEntryCount","batchByteCount","retryDelayMilliseconds","retryDelayMaxMilliseconds","reques\#
    tTimeoutMilliseconds"],"properties":{"batchEntryCount":{"type":"integer","minimum":0},"batch\#
    ByteCount":{"type":"integer","minimum":0},"retryDelayMilliseconds":{"type":"integer","minimu\#
    m":0},"retryDelayMaxMilliseconds":{"type":"integer","minimum":0},"requestTimeoutMilliseconds\#
    ":{"type":"integer","minimum":0}}},"Endorsement":{"type":"object","required":["key","endorse\#
    r","signature"],"properties":{"key":{"type":"string","pattern":"^[0-9a-f]{64}$","description\#
    ":"A newer key."},"endorser":{"type":"string","pattern":"^[0-9a-f]{64}$","description":"An o\#
    lder one, that signed for it."},"signature":{"type":"string","pattern":"^[0-9a-f]{128}$","de\#
    scription":"Ed25519, of \"spotlog cloud key 1\" and the newer key's 32 bytes."}}},"Deploymen\#
    t":{"type":"object","required":["cloudLife","tagSalt","threshold","keys","endorsements","adm\#
    ission","limits"],"properties":{"cloudLife":{"type":"string","pattern":"^[0-9a-f]{32}$","des\#
    cription":"Taken anew after each restore of the aggregator."},"tagSalt":{"type":"string","de\#
    scription":"The public salt of tags, in hex."},"threshold":{"type":"integer","minimum":1},"k\#
    eys":{"type":"array","items":{"type":"string","pattern":"^[0-9a-f]{64}$","description":"An E\#
    d25519 public key that signs, or signed before."},"description":"The first one signs now."},\#
    "endorsements":{"type":"array","items":{"$ref":"#/components/schemas/Endorsement"}},"admissi\#
    on":{"type":"string","enum":["open","token","attestation"]},"limits":{"$ref":"#/components/s\#
    chemas/Limits"}}},"Health":{"type":"object","required":["status","reasons"],"properties":{"s\#
    tatus":{"type":"string","enum":["ready","degraded","recovering"]},"reasons":{"type":"array",\#
    "items":{"type":"string"},"description":"Why it is not ready, a sentence each."}}},"Status":\#
    {"type":"object","required":["cloudLife","logEntries","lineages","reports","publicItems","st\#
    ateDigest"],"properties":{"cloudLife":{"type":"string"},"logEntries":{"type":"integer","mini\#
    mum":0},"logDigest":{"type":"string"},"lineages":{"type":"integer","minimum":0},"epochs":{"t\#
    ype":"integer","minimum":0},"reports":{"type":"integer","minimum":0},"items":{"type":"intege\#
    r","minimum":0},"publicItems":{"type":"integer","minimum":0},"wanted":{"type":"integer","min\#
    imum":0},"threshold":{"type":"integer","minimum":0},"incidents":{"type":"integer","minimum":\#
    0},"unaskedContents":{"type":"integer","minimum":0},"stateDigest":{"type":"string","descript\#
    ion":"SHA-256 of the whole state: equal after a rebuild."}}},"Device":{"type":"object","requ\#
    ired":["lineage","epochs","enrolled","isRevoked","countsRetracted","isErased"],"properties":\#
    {"lineage":{"type":"string","pattern":"^[0-9a-f]{32}$","description":"The device with all it\#
    s restores and copies."},"epochs":{"type":"array","items":{"type":"object","required":["epoc\#
    h","head","incidents"],"properties":{"epoch":{"type":"string"},"head":{"type":"integer","min\#
    imum":0},"incidents":{"type":"integer","minimum":0}}}},"enrolled":{"type":"string","format":\#
    "date-time"},"received":{"type":"string","format":"date-time"},"isRevoked":{"type":"boolean"\#
    },"countsRetracted":{"type":"boolean"},"isErased":{"type":"boolean"}}},"Devices":{"type":"ob\#
    ject","required":["devices","next"],"properties":{"devices":{"type":"array","items":{"$ref":\#
    "#/components/schemas/Device"}},"next":{"type":["string","null"],"description":"For the para\#
    meter after; null on the last page."}}},"Incident":{"type":"object","required":["number","ti\#
    me","lineage","epoch","first","last","known","sent"],"properties":{"number":{"type":"integer\#
    ","minimum":0},"time":{"type":"string","format":"date-time"},"lineage":{"type":"string"},"ep\#
    och":{"type":"string"},"first":{"type":"integer","minimum":0},"last":{"type":"integer","mini\#
    mum":0},"known":{"type":"string"},"sent":{"type":"string"}},"description":"A device sent oth\#
    er content under numbers that the log has."},"Incidents":{"type":"object","required":["incid\#
    ents","next"],"properties":{"incidents":{"type":"array","items":{"$ref":"#/components/schema\#
    s/Incident"}},"next":{"type":["string","null"],"description":"For the parameter after; null \#
    on the last page."}}},"Candidate":{"type":"object","required":["tag","content","vouchers","a\#
    sked","isTakenDown"],"properties":{"tag":{"type":"string"},"content":{"type":"string"},"vouc\#
    hers":{"type":"integer","minimum":0},"asked":{"type":"integer","minimum":0},"isTakenDown":{"\#
    type":"boolean"}},"description":"Enough devices vouch for a content, and none has sent it ye\#
    t."},"Candidates":{"type":"object","required":["candidates","next"],"properties":{"candidate\#
    s":{"type":"array","items":{"$ref":"#/components/schemas/Candidate"}},"next":{"type":["strin\#
    g","null"],"description":"For the parameter after; null on the last page."}}},"Revocation":{\#
    "type":"object","required":["counts"],"properties":{"counts":{"type":"string","enum":["kept"\#
    ,"retracted"]}}},"Change":{"type":"object","required":["subject","controlEntries","redactedB\#
    atches"],"properties":{"subject":{"type":"string"},"controlEntries":{"type":"integer","minim\#
    um":0},"redactedBatches":{"type":"integer","minimum":0}}},"Problem":{"type":"object","requir\#
    ed":["type","title","status","detail"],"properties":{"type":{"type":"string","description":"\#
    urn:spotlog:problem:NAME; stays as it is."},"title":{"type":"string"},"status":{"type":"inte\#
    ger"},"detail":{"type":"string","description":"What was wrong and what to do next."},"retryA\#
    fterMilliseconds":{"type":"integer","minimum":0},"cloudTime":{"type":"integer","description"\#
    :"The aggregator's time, in milliseconds since 1970, where the request was refused for its o\#
    wn."}},"description":"RFC 9457."}}}}
    """#
}
