// Made from docs/openapi.json by tools/generate; change that instead.

/// The OpenAPI document, as the server gives it to whoever asks.
enum OpenAPIDocument {
  static let text = #"""
    {"openapi":"3.1.0","info":{"title":"Spotlog aggregator","version":"1","description":"Devices\#
     send reports of engagements; the aggregator counts each once, and makes public what enough \#
    devices vouch for. Nothing below the threshold is answered to anyone. Refusals are problem d\#
    ocuments (RFC 9457) and change nothing. HEAD is answered as GET, without the body.","license\#
    ":{"name":"MIT","identifier":"MIT"}},"servers":[{"url":"http://127.0.0.1:8080","description"\#
    :"spotlog serve, as it starts"}],"tags":[{"name":"devices","description":"The conversation: \#
    requests are signed with the device's key, inside the body."},{"name":"public"},{"name":"ope\#
    rator","description":"For whoever has the operator's token."}],"paths":{"/v1/enrol":{"post":\#
    {"operationId":"enrol","tags":["devices"],"summary":"Enrol a device","description":"A device\#
    's key and nonce; answered with a lineage and the grant of its first epoch. The same nonce a\#
    nd key get the same grant.","parameters":[{"name":"Content-Encoding","in":"header","required\#
    ":false,"description":"gzip or deflate, once. Batches are compressed already.","schema":{"ty\#
    pe":"string","enum":["identity","gzip","deflate"]}}],"requestBody":{"required":true,"descrip\#
    tion":"The bytes of the request, laid out in Journal/FORMAT.md, \"The conversation\".","cont\#
    ent":{"application/vnd.spotlog.sync":{"schema":{"type":"string","format":"binary"}},"applica\#
    tion/octet-stream":{"schema":{"type":"string","format":"binary"}}}},"responses":{"200":{"des\#
    cription":"The bytes of the answer, laid out in the same place.","content":{"application/vnd\#
    .spotlog.sync":{"schema":{"type":"string","format":"binary"}}},"headers":{"Cache-Control":{"\#
    $ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"4\#
    03":{"$ref":"#/components/responses/notAllowed"},"408":{"$ref":"#/components/responses/timeo\#
    ut"},"413":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/components/responses/\#
    unsupportedMediaType"},"429":{"$ref":"#/components/responses/tooManyRequests"},"431":{"$ref"\#
    :"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},\#
    "503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/open":{"post":{"operationId":"ope\#
    n","tags":["devices"],"summary":"Say where the device is","description":"Lineage, time and l\#
    ocator; answered with how that relates to what the cloud has, and with what is wanted.","par\#
    ameters":[{"name":"Content-Encoding","in":"header","required":false,"description":"gzip or d\#
    eflate, once. Batches are compressed already.","schema":{"type":"string","enum":["identity",\#
    "gzip","deflate"]}}],"requestBody":{"required":true,"description":"The bytes of the request,\#
     laid out in Journal/FORMAT.md, \"The conversation\".","content":{"application/vnd.spotlog.s\#
    ync":{"schema":{"type":"string","format":"binary"}},"application/octet-stream":{"schema":{"t\#
    ype":"string","format":"binary"}}}},"responses":{"200":{"description":"The bytes of the answ\#
    er, laid out in the same place.","content":{"application/vnd.spotlog.sync":{"schema":{"type"\#
    :"string","format":"binary"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noSt\#
    ore"}}},"400":{"$ref":"#/components/responses/malformed"},"403":{"$ref":"#/components/respon\#
    ses/notAllowed"},"408":{"$ref":"#/components/responses/timeout"},"409":{"$ref":"#/components\#
    /responses/stale"},"413":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/compone\#
    nts/responses/unsupportedMediaType"},"431":{"$ref":"#/components/responses/headersTooLarge"}\#
    ,"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retr\#
    yLater"}}}},"/v1/append":{"post":{"operationId":"append","tags":["devices"],"summary":"Send \#
    a batch","description":"Consecutive entries of the device's shared journal; answered with a \#
    receipt once they are durable, or a verdict. Sent again, it gets its receipt again and chang\#
    es nothing.","parameters":[{"name":"Content-Encoding","in":"header","required":false,"descri\#
    ption":"gzip or deflate, once. Batches are compressed already.","schema":{"type":"string","e\#
    num":["identity","gzip","deflate"]}}],"requestBody":{"required":true,"description":"The byte\#
    s of the request, laid out in Journal/FORMAT.md, \"The conversation\".","content":{"applicat\#
    ion/vnd.spotlog.sync":{"schema":{"type":"string","format":"binary"}},"application/octet-stre\#
    am":{"schema":{"type":"string","format":"binary"}}}},"responses":{"200":{"description":"The \#
    bytes of the answer, laid out in the same place.","content":{"application/vnd.spotlog.sync":\#
    {"schema":{"type":"string","format":"binary"}}},"headers":{"Cache-Control":{"$ref":"#/compon\#
    ents/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"403":{"$ref":"#/\#
    components/responses/notAllowed"},"408":{"$ref":"#/components/responses/timeout"},"413":{"$r\#
    ef":"#/components/responses/tooLarge"},"415":{"$ref":"#/components/responses/unsupportedMedi\#
    aType"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/\#
    responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/wanted":{"po\#
    st":{"operationId":"wanted","tags":["devices"],"summary":"Ask what is wanted","description":\#
    "What the device was asked for and does not have any more; answered with what is wanted of i\#
    t.","parameters":[{"name":"Content-Encoding","in":"header","required":false,"description":"g\#
    zip or deflate, once. Batches are compressed already.","schema":{"type":"string","enum":["id\#
    entity","gzip","deflate"]}}],"requestBody":{"required":true,"description":"The bytes of the \#
    request, laid out in Journal/FORMAT.md, \"The conversation\".","content":{"application/vnd.s\#
    potlog.sync":{"schema":{"type":"string","format":"binary"}},"application/octet-stream":{"sch\#
    ema":{"type":"string","format":"binary"}}}},"responses":{"200":{"description":"The bytes of \#
    the answer, laid out in the same place.","content":{"application/vnd.spotlog.sync":{"schema"\#
    :{"type":"string","format":"binary"}}},"headers":{"Cache-Control":{"$ref":"#/components/head\#
    ers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"403":{"$ref":"#/component\#
    s/responses/notAllowed"},"408":{"$ref":"#/components/responses/timeout"},"409":{"$ref":"#/co\#
    mponents/responses/stale"},"413":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#\#
    /components/responses/unsupportedMediaType"},"431":{"$ref":"#/components/responses/headersTo\#
    oLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/respon\#
    ses/retryLater"}}}},"/v1/rotate":{"post":{"operationId":"rotate","tags":["devices"],"summary\#
    ":"Change the device's key","description":"Signed with the old key and the new one; answered\#
     with a grant of the same epoch for the new key.","parameters":[{"name":"Content-Encoding","\#
    in":"header","required":false,"description":"gzip or deflate, once. Batches are compressed a\#
    lready.","schema":{"type":"string","enum":["identity","gzip","deflate"]}}],"requestBody":{"r\#
    equired":true,"description":"The bytes of the request, laid out in Journal/FORMAT.md, \"The \#
    conversation\".","content":{"application/vnd.spotlog.sync":{"schema":{"type":"string","forma\#
    t":"binary"}},"application/octet-stream":{"schema":{"type":"string","format":"binary"}}}},"r\#
    esponses":{"200":{"description":"The bytes of the answer, laid out in the same place.","cont\#
    ent":{"application/vnd.spotlog.sync":{"schema":{"type":"string","format":"binary"}}},"header\#
    s":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/re\#
    sponses/malformed"},"403":{"$ref":"#/components/responses/notAllowed"},"408":{"$ref":"#/comp\#
    onents/responses/timeout"},"409":{"$ref":"#/components/responses/stale"},"413":{"$ref":"#/co\#
    mponents/responses/tooLarge"},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"\#
    431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/responses\#
    /internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/search":{"get":{"oper\#
    ationId":"search","tags":["public"],"summary":"Search the public index","parameters":[{"name\#
    ":"q","in":"query","required":true,"description":"At most 256 UTF-8 bytes.","schema":{"type"\#
    :"string","minLength":1,"maxLength":256}},{"name":"limit","in":"query","required":false,"sch\#
    ema":{"type":"integer","minimum":1,"maximum":100,"default":20}}],"responses":{"200":{"descri\#
    ption":"Items in which each word begins a word, the most engaged first.","content":{"applica\#
    tion/json":{"schema":{"$ref":"#/components/schemas/Items"}}},"headers":{"Cache-Control":{"$r\#
    ef":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"408\#
    ":{"$ref":"#/components/responses/timeout"},"431":{"$ref":"#/components/responses/headersToo\#
    Large"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/respons\#
    es/retryLater"}}}},"/v1/items/{tag}":{"get":{"operationId":"item","tags":["public"],"summary\#
    ":"A public item","parameters":[{"name":"tag","in":"path","required":true,"description":"34 \#
    hexadecimal digits.","schema":{"type":"string","pattern":"^[0-9a-f]{34}$"}}],"responses":{"2\#
    00":{"description":"The item.","content":{"application/json":{"schema":{"$ref":"#/components\#
    /schemas/Item"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"404"\#
    :{"$ref":"#/components/responses/notFound"},"408":{"$ref":"#/components/responses/timeout"},\#
    "431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/response\#
    s/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/popularity":{"get":{\#
    "operationId":"popularity","tags":["public"],"summary":"Counts of the public items","paramet\#
    ers":[{"name":"limit","in":"query","required":false,"schema":{"type":"integer","minimum":1,"\#
    maximum":1000,"default":100}},{"name":"after","in":"query","required":false,"description":"W\#
    hat the page before gave as next.","schema":{"type":"string"}}],"responses":{"200":{"descrip\#
    tion":"By key, a page at a time.","content":{"application/json":{"schema":{"$ref":"#/compone\#
    nts/schemas/Counts"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},\#
    "400":{"$ref":"#/components/responses/malformed"},"408":{"$ref":"#/components/responses/time\#
    out"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/re\#
    sponses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/deployment":{"\#
    get":{"operationId":"deployment","tags":["public"],"summary":"What a device has to know","re\#
    sponses":{"200":{"description":"Life, salt and threshold, signed; keys and limits.","content\#
    ":{"application/json":{"schema":{"$ref":"#/components/schemas/Deployment"}}},"headers":{"Cac\#
    he-Control":{"$ref":"#/components/headers/noStore"}}},"408":{"$ref":"#/components/responses/\#
    timeout"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/component\#
    s/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/health":{"\#
    get":{"operationId":"health","tags":["public"],"summary":"Whether it works","responses":{"20\#
    0":{"description":"Ready, or degraded: searches are answered.","content":{"application/json"\#
    :{"schema":{"$ref":"#/components/schemas/Health"}}},"headers":{"Cache-Control":{"$ref":"#/co\#
    mponents/headers/noStore"}}},"503":{"description":"Recovering: nothing is answered yet.","co\#
    ntent":{"application/json":{"schema":{"$ref":"#/components/schemas/Health"}}},"headers":{"Ca\#
    che-Control":{"$ref":"#/components/headers/noStore"}}},"408":{"$ref":"#/components/responses\#
    /timeout"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/componen\#
    ts/responses/internal"}}}},"/v1/openapi.json":{"get":{"operationId":"openapi","tags":["publi\#
    c"],"summary":"This document","responses":{"200":{"description":"OpenAPI 3.1.","content":{"a\#
    pplication/json":{"schema":{"type":"object"}}},"headers":{"Cache-Control":{"$ref":"#/compone\#
    nts/headers/noStore"}}},"408":{"$ref":"#/components/responses/timeout"},"431":{"$ref":"#/com\#
    ponents/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"}}}},"/v1\#
    /status":{"get":{"operationId":"status","tags":["operator"],"summary":"What the log and its \#
    folds hold","security":[{"operatorToken":[]}],"responses":{"200":{"description":"Totals.","c\#
    ontent":{"application/json":{"schema":{"$ref":"#/components/schemas/Status"}}},"headers":{"C\#
    ache-Control":{"$ref":"#/components/headers/noStore"}}},"401":{"$ref":"#/components/response\#
    s/unauthorized"},"408":{"$ref":"#/components/responses/timeout"},"431":{"$ref":"#/components\#
    /responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":\#
    "#/components/responses/retryLater"}}}},"/v1/metrics":{"get":{"operationId":"metrics","tags"\#
    :["operator"],"summary":"Prometheus metrics","security":[{"operatorToken":[]}],"responses":{\#
    "200":{"description":"Prometheus' text format.","content":{"text/plain":{"schema":{"type":"s\#
    tring"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"401":{"$ref"\#
    :"#/components/responses/unauthorized"},"408":{"$ref":"#/components/responses/timeout"},"431\#
    ":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/in\#
    ternal"}}}},"/v1/devices":{"get":{"operationId":"devices","tags":["operator"],"summary":"Dev\#
    ices","parameters":[{"name":"limit","in":"query","required":false,"schema":{"type":"integer"\#
    ,"minimum":1,"maximum":1000,"default":100}},{"name":"after","in":"query","required":false,"d\#
    escription":"What the page before gave as next.","schema":{"type":"string"}}],"security":[{"\#
    operatorToken":[]}],"responses":{"200":{"description":"By lineage.","content":{"application/\#
    json":{"schema":{"$ref":"#/components/schemas/Devices"}}},"headers":{"Cache-Control":{"$ref"\#
    :"#/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"401":{\#
    "$ref":"#/components/responses/unauthorized"},"408":{"$ref":"#/components/responses/timeout"\#
    },"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/respon\#
    ses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/incidents":{"get":\#
    {"operationId":"incidents","tags":["operator"],"summary":"Forks that were met","parameters":\#
    [{"name":"limit","in":"query","required":false,"schema":{"type":"integer","minimum":1,"maxim\#
    um":1000,"default":100}},{"name":"after","in":"query","required":false,"description":"What t\#
    he page before gave as next.","schema":{"type":"string"}}],"security":[{"operatorToken":[]}]\#
    ,"responses":{"200":{"description":"In the order of the log.","content":{"application/json":\#
    {"schema":{"$ref":"#/components/schemas/Incidents"}}},"headers":{"Cache-Control":{"$ref":"#/\#
    components/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"401":{"$re\#
    f":"#/components/responses/unauthorized"},"408":{"$ref":"#/components/responses/timeout"},"4\#
    31":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/\#
    internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/candidates":{"get":{"o\#
    perationId":"candidates","tags":["operator"],"summary":"Contents that are asked for","parame\#
    ters":[{"name":"limit","in":"query","required":false,"schema":{"type":"integer","minimum":1,\#
    "maximum":1000,"default":100}},{"name":"after","in":"query","required":false,"description":"\#
    What the page before gave as next.","schema":{"type":"string"}}],"security":[{"operatorToken\#
    ":[]}],"responses":{"200":{"description":"By tag. Only what enough devices vouch for.","cont\#
    ent":{"application/json":{"schema":{"$ref":"#/components/schemas/Candidates"}}},"headers":{"\#
    Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/respons\#
    es/malformed"},"401":{"$ref":"#/components/responses/unauthorized"},"408":{"$ref":"#/compone\#
    nts/responses/timeout"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref\#
    ":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"\#
    /v1/devices/{lineage}/revoke":{"post":{"operationId":"revokeDevice","tags":["operator"],"sum\#
    mary":"Remove a device","security":[{"operatorToken":[]}],"parameters":[{"name":"lineage","i\#
    n":"path","required":true,"description":"32 hexadecimal digits.","schema":{"type":"string","\#
    pattern":"^[0-9a-f]{32}$"}}],"description":"Its keys are refused from now on; its counts are\#
     kept, or retracted as if it had never been there.","requestBody":{"required":true,"content"\#
    :{"application/json":{"schema":{"$ref":"#/components/schemas/Revocation"}}}},"responses":{"2\#
    00":{"description":"It is in the log. Asked again, nothing happens.","content":{"application\#
    /json":{"schema":{"$ref":"#/components/schemas/Change"}}},"headers":{"Cache-Control":{"$ref"\#
    :"#/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"401":{\#
    "$ref":"#/components/responses/unauthorized"},"404":{"$ref":"#/components/responses/notFound\#
    "},"408":{"$ref":"#/components/responses/timeout"},"409":{"$ref":"#/components/responses/era\#
    sed"},"413":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/components/responses\#
    /unsupportedMediaType"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref\#
    ":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"\#
    /v1/devices/{lineage}/reinstate":{"post":{"operationId":"reinstateDevice","tags":["operator"\#
    ],"summary":"Take a removed device back","security":[{"operatorToken":[]}],"parameters":[{"n\#
    ame":"lineage","in":"path","required":true,"description":"32 hexadecimal digits.","schema":{\#
    "type":"string","pattern":"^[0-9a-f]{32}$"}}],"responses":{"200":{"description":"It is in th\#
    e log. Asked again, nothing happens.","content":{"application/json":{"schema":{"$ref":"#/com\#
    ponents/schemas/Change"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"\#
    }}},"400":{"$ref":"#/components/responses/malformed"},"401":{"$ref":"#/components/responses/\#
    unauthorized"},"404":{"$ref":"#/components/responses/notFound"},"408":{"$ref":"#/components/\#
    responses/timeout"},"409":{"$ref":"#/components/responses/erased"},"413":{"$ref":"#/componen\#
    ts/responses/tooLarge"},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"431":{\#
    "$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/inter\#
    nal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/devices/{lineage}/erase":{"\#
    post":{"operationId":"eraseDevice","tags":["operator"],"summary":"Erase what a device report\#
    ed","security":[{"operatorToken":[]}],"parameters":[{"name":"lineage","in":"path","required"\#
    :true,"description":"32 hexadecimal digits.","schema":{"type":"string","pattern":"^[0-9a-f]{\#
    32}$"}}],"description":"Removes it, retracts its counts and takes its reports out of the log\#
    , for ever.","responses":{"200":{"description":"It is in the log. Asked again, nothing happe\#
    ns.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Change"}}},"heade\#
    rs":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/r\#
    esponses/malformed"},"401":{"$ref":"#/components/responses/unauthorized"},"404":{"$ref":"#/c\#
    omponents/responses/notFound"},"408":{"$ref":"#/components/responses/timeout"},"413":{"$ref"\#
    :"#/components/responses/tooLarge"},"415":{"$ref":"#/components/responses/unsupportedMediaTy\#
    pe"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/res\#
    ponses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/items/{tag}/tak\#
    e-down":{"post":{"operationId":"takeDownItem","tags":["operator"],"summary":"Hide an item","\#
    security":[{"operatorToken":[]}],"parameters":[{"name":"tag","in":"path","required":true,"de\#
    scription":"34 hexadecimal digits.","schema":{"type":"string","pattern":"^[0-9a-f]{34}$"}}],\#
    "responses":{"200":{"description":"It is in the log. Asked again, nothing happens.","content\#
    ":{"application/json":{"schema":{"$ref":"#/components/schemas/Change"}}},"headers":{"Cache-C\#
    ontrol":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/malf\#
    ormed"},"401":{"$ref":"#/components/responses/unauthorized"},"404":{"$ref":"#/components/res\#
    ponses/notFound"},"408":{"$ref":"#/components/responses/timeout"},"413":{"$ref":"#/component\#
    s/responses/tooLarge"},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"431":{"\#
    $ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/intern\#
    al"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/items/{tag}/restore":{"post"\#
    :{"operationId":"restoreItem","tags":["operator"],"summary":"No longer hide an item","securi\#
    ty":[{"operatorToken":[]}],"parameters":[{"name":"tag","in":"path","required":true,"descript\#
    ion":"34 hexadecimal digits.","schema":{"type":"string","pattern":"^[0-9a-f]{34}$"}}],"respo\#
    nses":{"200":{"description":"It is in the log. Asked again, nothing happens.","content":{"ap\#
    plication/json":{"schema":{"$ref":"#/components/schemas/Change"}}},"headers":{"Cache-Control\#
    ":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"\#
    },"401":{"$ref":"#/components/responses/unauthorized"},"404":{"$ref":"#/components/responses\#
    /notFound"},"408":{"$ref":"#/components/responses/timeout"},"413":{"$ref":"#/components/resp\#
    onses/tooLarge"},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"431":{"$ref":\#
    "#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"\#
    503":{"$ref":"#/components/responses/retryLater"}}}}},"components":{"securitySchemes":{"oper\#
    atorToken":{"type":"http","scheme":"bearer"}},"responses":{"malformed":{"description":"The r\#
    equest cannot be read as what it should be.","content":{"application/problem+json": {"schema\#
    ":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components\#
    /headers/noStore"}}},"unauthorized":{"description":"The operator's token is missing or wrong\#
    .","content":{"application/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}\#
    },"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"},"WWW-Authenticate":{"sc\#
    hema":{"type":"string"}}}},"notAllowed":{"description":"A signature does not fit, the device\#
     was removed, or may not enrol.","content":{"application/problem+json": {"schema":{"$ref":"#\#
    /components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noS\#
    tore"}}},"notFound":{"description":"There is no such thing.","content":{"application/problem\#
    +json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$re\#
    f":"#/components/headers/noStore"}}},"timeout":{"description":"The request came too slowly."\#
    ,"content":{"application/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},\#
    "headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"stale":{"description":\#
    "The request is of another time than the aggregator's: an old one, or the clock is wrong.","\#
    content":{"application/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"h\#
    eaders":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"erased":{"description":"\#
    What the device reported was erased, for ever: its counts cannot be kept, and it cannot be r\#
    einstated.","content":{"application/problem+json": {"schema":{"$ref":"#/components/schemas/P\#
    roblem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"tooLarge":{\#
    "description":"The body, or what it inflates to, is larger than what is taken.","content":{"\#
    application/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"C\#
    ache-Control":{"$ref":"#/components/headers/noStore"}}},"unsupportedMediaType":{"description\#
    ":"The body's type or encoding is not taken.","content":{"application/problem+json": {"schem\#
    a":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/component\#
    s/headers/noStore"}}},"tooManyRequests":{"description":"Too many devices enrol from one addr\#
    ess.","content":{"application/problem+json": {"schema":{"$ref":"#/components/schemas/Problem\#
    "}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"},"Retry-After":{"desc\#
    ription":"Seconds.","schema":{"type":"integer"}}}},"headersTooLarge":{"description":"The hea\#
    d of the request is too large.","content":{"application/problem+json": {"schema":{"$ref":"#/\#
    components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noSt\#
    ore"}}},"internal":{"description":"Something went wrong in the server.","content":{"applicat\#
    ion/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Con\#
    trol":{"$ref":"#/components/headers/noStore"}}},"retryLater":{"description":"The aggregator \#
    cannot take it now; nothing was taken.","content":{"application/problem+json": {"schema":{"$\#
    ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/head\#
    ers/noStore"},"Retry-After":{"description":"Seconds.","schema":{"type":"integer"}}}}},"heade\#
    rs":{"noStore":{"description":"Nobody may keep an answer: what it shows may be taken down a \#
    moment later.","schema":{"type":"string","const":"no-store"}}},"schemas":{"Item":{"type":"ob\#
    ject","required":["tag","key","app","activityType","title","contentDescription","keywords","\#
    thumbnailURL","events","distinctDevices"],"properties":{"tag":{"type":"string","pattern":"^[\#
    0-9a-f]{34}$","description":"The item's one-way name."},"key":{"type":"string","description"\#
    :"Its public identity: the URL if it has one, else app/id."},"app":{"type":"string"},"activi\#
    tyType":{"type":"string"},"title":{"type":"string"},"contentDescription":{"type":"string"},"\#
    keywords":{"type":"array","items":{"type":"string"}},"thumbnailURL":{"type":"string"},"event\#
    s":{"type":"integer","minimum":0,"description":"Engagements that were counted, each once."},\#
    "distinctDevices":{"type":"integer","minimum":0,"description":"Devices that vouch for it now\#
    ; never below the threshold."}},"description":"A public item. Fields that it does not have a\#
    re empty."},"Items":{"type":"object","required":["items"],"properties":{"items":{"type":"arr\#
    ay","items":{"$ref":"#/components/schemas/Item"}}}},"Count":{"type":"object","required":["ke\#
    y","tag","events","distinctDevices","firstDay","lastDay"],"properties":{"key":{"type":"strin\#
    g"},"tag":{"type":"string","pattern":"^[0-9a-f]{34}$","description":"The item's one-way name\#
    ."},"events":{"type":"integer","minimum":0},"distinctDevices":{"type":"integer","minimum":0}\#
    ,"firstDay":{"type":"string","format":"date"},"lastDay":{"type":"string","format":"date"}}},\#
    "Counts":{"type":"object","required":["items","next"],"properties":{"items":{"type":"array",\#
    "items":{"$ref":"#/components/schemas/Count"}},"next":{"type":["string","null"],"description\#
    ":"For the parameter after; null on the last page."}}},"Limits":{"type":"object","required":\#
    ["batchEntryCount","batchByteCount","retryDelayMilliseconds","retryDelayMaxMilliseconds","re\#
    questTimeoutMilliseconds"],"properties":{"batchEntryCount":{"type":"integer","minimum":0},"b\#
    atchByteCount":{"type":"integer","minimum":0},"retryDelayMilliseconds":{"type":"integer","mi\#
    nimum":0},"retryDelayMaxMilliseconds":{"type":"integer","minimum":0},"requestTimeoutMillisec\#
    onds":{"type":"integer","minimum":0}}},"Endorsement":{"type":"object","required":["key","end\#
    orser","signature"],"properties":{"key":{"type":"string","pattern":"^[0-9a-f]{64}$","descrip\#
    tion":"A newer key."},"endorser":{"type":"string","pattern":"^[0-9a-f]{64}$","description":"\#
    An older one, that signed for it."},"signature":{"type":"string","pattern":"^[0-9a-f]{128}$"\#
    ,"description":"Ed25519, of \"spotlog cloud key 1\" and the newer key's 32 bytes."}}},"Deplo\#
    yment":{"type":"object","required":["cloudLife","tagSalt","threshold","signature","keys","en\#
    dorsements","admission","limits"],"properties":{"cloudLife":{"type":"string","pattern":"^[0-\#
    9a-f]{32}$","description":"Taken anew after each restore of the aggregator."},"tagSalt":{"ty\#
    pe":"string","description":"The public salt of tags, in hex."},"threshold":{"type":"integer"\#
    ,"minimum":1},"signature":{"type":"string","pattern":"^[0-9a-f]{128}$","description":"Of clo\#
    udLife, tagSalt and threshold, by the first key; what is signed stands in Journal/FORMAT.md,\#
     \"Deployments\"."},"keys":{"type":"array","items":{"type":"string","pattern":"^[0-9a-f]{64}\#
    $","description":"An Ed25519 public key that signs, or signed before."},"description":"The f\#
    irst one signs now."},"endorsements":{"type":"array","items":{"$ref":"#/components/schemas/E\#
    ndorsement"}},"admission":{"type":"string","enum":["open","token","attestation"]},"limits":{\#
    "$ref":"#/components/schemas/Limits"}}},"Health":{"type":"object","required":["status","reas\#
    ons"],"properties":{"status":{"type":"string","enum":["ready","degraded","recovering"]},"rea\#
    sons":{"type":"array","items":{"type":"string"},"description":"Why it is not ready, a senten\#
    ce each."}}},"Status":{"type":"object","required":["cloudLife","logEntries","lineages","repo\#
    rts","publicItems","stateDigest"],"properties":{"cloudLife":{"type":"string"},"logEntries":{\#
    "type":"integer","minimum":0},"logDigest":{"type":"string"},"lineages":{"type":"integer","mi\#
    nimum":0},"epochs":{"type":"integer","minimum":0},"reports":{"type":"integer","minimum":0},"\#
    items":{"type":"integer","minimum":0},"publicItems":{"type":"integer","minimum":0},"wanted":\#
    {"type":"integer","minimum":0},"threshold":{"type":"integer","minimum":0},"incidents":{"type\#
    ":"integer","minimum":0},"unaskedContents":{"type":"integer","minimum":0},"stateDigest":{"ty\#
    pe":"string","description":"SHA-256 of the whole state: equal after a rebuild."}}},"Device":\#
    {"type":"object","required":["lineage","epochs","enrolled","isRevoked","countsRetracted","is\#
    Erased"],"properties":{"lineage":{"type":"string","pattern":"^[0-9a-f]{32}$","description":"\#
    The device with all its restores and copies."},"epochs":{"type":"array","items":{"type":"obj\#
    ect","required":["epoch","head","incidents"],"properties":{"epoch":{"type":"string"},"head":\#
    {"type":"integer","minimum":0},"incidents":{"type":"integer","minimum":0}}}},"enrolled":{"ty\#
    pe":"string","format":"date-time"},"received":{"type":"string","format":"date-time"},"isRevo\#
    ked":{"type":"boolean"},"countsRetracted":{"type":"boolean"},"isErased":{"type":"boolean"}}}\#
    ,"Devices":{"type":"object","required":["devices","next"],"properties":{"devices":{"type":"a\#
    rray","items":{"$ref":"#/components/schemas/Device"}},"next":{"type":["string","null"],"desc\#
    ription":"For the parameter after; null on the last page."}}},"Incident":{"type":"object","r\#
    equired":["number","time","lineage","epoch","first","last","known","sent"],"properties":{"nu\#
    mber":{"type":"integer","minimum":0},"time":{"type":"string","format":"date-time"},"lineage"\#
    :{"type":"string"},"epoch":{"type":"string"},"first":{"type":"integer","minimum":0},"last":{\#
    "type":"integer","minimum":0},"known":{"type":"string"},"sent":{"type":"string"}},"descripti\#
    on":"A device sent other content under numbers that the log has."},"Incidents":{"type":"obje\#
    ct","required":["incidents","next"],"properties":{"incidents":{"type":"array","items":{"$ref\#
    ":"#/components/schemas/Incident"}},"next":{"type":["string","null"],"description":"For the \#
    parameter after; null on the last page."}}},"Candidate":{"type":"object","required":["tag","\#
    content","vouchers","asked","isTakenDown"],"properties":{"tag":{"type":"string"},"content":{\#
    "type":"string"},"vouchers":{"type":"integer","minimum":0},"asked":{"type":"integer","minimu\#
    m":0},"isTakenDown":{"type":"boolean"}},"description":"Enough devices vouch for a content, a\#
    nd none has sent it yet."},"Candidates":{"type":"object","required":["candidates","next"],"p\#
    roperties":{"candidates":{"type":"array","items":{"$ref":"#/components/schemas/Candidate"}},\#
    "next":{"type":["string","null"],"description":"For the parameter after; null on the last pa\#
    ge."}}},"Revocation":{"type":"object","required":["counts"],"properties":{"counts":{"type":"\#
    string","enum":["kept","retracted"]}}},"Change":{"type":"object","required":["subject","cont\#
    rolEntries","redactedBatches"],"properties":{"subject":{"type":"string","description":"The l\#
    ineage or the tag of the path."},"controlEntries":{"type":"integer","minimum":0,"description\#
    ":"Entries that the log got for it; 0: it was so before."},"redactedBatches":{"type":"intege\#
    r","minimum":0,"description":"Batches whose content an erasure took out of the log."}},"desc\#
    ription":"What came of an operator's request."},"Problem":{"type":"object","required":["type\#
    ","title","status","detail"],"properties":{"type":{"type":"string","description":"urn:spotlo\#
    g:problem:NAME; stays as it is."},"title":{"type":"string"},"status":{"type":"integer"},"det\#
    ail":{"type":"string","description":"What was wrong and what to do next."},"retryAfterMillis\#
    econds":{"type":"integer","minimum":0},"cloudTime":{"type":"integer","description":"The aggr\#
    egator's time, in milliseconds since 1970, where the request was refused for its own."}},"de\#
    scription":"RFC 9457."}}}}
    """#
}
