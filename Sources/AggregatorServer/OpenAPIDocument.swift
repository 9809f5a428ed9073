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
    format":"binary"}}}},"400":{"$ref":"#/components/responses/malformed"},"403":{"$ref":"#/comp\#
    onents/responses/notAllowed"},"408":{"$ref":"#/components/responses/timeout"},"413":{"$ref":\#
    "#/components/responses/tooLarge"},"415":{"$ref":"#/components/responses/unsupportedMediaTyp\#
    e"},"429":{"$ref":"#/components/responses/tooManyRequests"},"431":{"$ref":"#/components/resp\#
    onses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/co\#
    mponents/responses/retryLater"}}}},"/v1/open":{"post":{"operationId":"open","tags":["devices\#
    "],"summary":"Say where the device is","description":"Lineage, time and locator; answered wi\#
    th how that relates to what the cloud has, and with what is wanted.","parameters":[{"name":"\#
    Content-Encoding","in":"header","required":false,"description":"gzip or deflate, once. Batch\#
    es are compressed already.","schema":{"type":"string","enum":["identity","gzip","deflate"]}}\#
    ],"requestBody":{"required":true,"description":"The bytes of the request, laid out in Journa\#
    l/FORMAT.md, \"The conversation\".","content":{"application/vnd.spotlog.sync":{"schema":{"ty\#
    pe":"string","format":"binary"}},"application/octet-stream":{"schema":{"type":"string","form\#
    at":"binary"}}}},"responses":{"200":{"description":"The bytes of the answer, laid out in the\#
     same place.","content":{"application/vnd.spotlog.sync":{"schema":{"type":"string","format":\#
    "binary"}}}},"400":{"$ref":"#/components/responses/malformed"},"403":{"$ref":"#/components/r\#
    esponses/notAllowed"},"408":{"$ref":"#/components/responses/timeout"},"409":{"$ref":"#/compo\#
    nents/responses/stale"},"413":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/co\#
    mponents/responses/unsupportedMediaType"},"431":{"$ref":"#/components/responses/headersTooLa\#
    rge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses\#
    /retryLater"}}}},"/v1/append":{"post":{"operationId":"append","tags":["devices"],"summary":"\#
    Send a batch","description":"Consecutive entries of the device's shared journal; answered wi\#
    th a receipt once they are durable, or a verdict. Sent again, it gets its receipt again and \#
    changes nothing.","parameters":[{"name":"Content-Encoding","in":"header","required":false,"d\#
    escription":"gzip or deflate, once. Batches are compressed already.","schema":{"type":"strin\#
    g","enum":["identity","gzip","deflate"]}}],"requestBody":{"required":true,"description":"The\#
     bytes of the request, laid out in Journal/FORMAT.md, \"The conversation\".","content":{"app\#
    lication/vnd.spotlog.sync":{"schema":{"type":"string","format":"binary"}},"application/octet\#
    -stream":{"schema":{"type":"string","format":"binary"}}}},"responses":{"200":{"description":\#
    "The bytes of the answer, laid out in the same place.","content":{"application/vnd.spotlog.s\#
    ync":{"schema":{"type":"string","format":"binary"}}}},"400":{"$ref":"#/components/responses/\#
    malformed"},"403":{"$ref":"#/components/responses/notAllowed"},"408":{"$ref":"#/components/r\#
    esponses/timeout"},"413":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/compone\#
    nts/responses/unsupportedMediaType"},"431":{"$ref":"#/components/responses/headersTooLarge"}\#
    ,"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retr\#
    yLater"}}}},"/v1/wanted":{"post":{"operationId":"wanted","tags":["devices"],"summary":"Ask w\#
    hat is wanted","description":"What the device was asked for and does not have any more; answ\#
    ered with what is wanted of it.","parameters":[{"name":"Content-Encoding","in":"header","req\#
    uired":false,"description":"gzip or deflate, once. Batches are compressed already.","schema"\#
    :{"type":"string","enum":["identity","gzip","deflate"]}}],"requestBody":{"required":true,"de\#
    scription":"The bytes of the request, laid out in Journal/FORMAT.md, \"The conversation\".",\#
    "content":{"application/vnd.spotlog.sync":{"schema":{"type":"string","format":"binary"}},"ap\#
    plication/octet-stream":{"schema":{"type":"string","format":"binary"}}}},"responses":{"200":\#
    {"description":"The bytes of the answer, laid out in the same place.","content":{"applicatio\#
    n/vnd.spotlog.sync":{"schema":{"type":"string","format":"binary"}}}},"400":{"$ref":"#/compon\#
    ents/responses/malformed"},"403":{"$ref":"#/components/responses/notAllowed"},"408":{"$ref":\#
    "#/components/responses/timeout"},"409":{"$ref":"#/components/responses/stale"},"413":{"$ref\#
    ":"#/components/responses/tooLarge"},"415":{"$ref":"#/components/responses/unsupportedMediaT\#
    ype"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/re\#
    sponses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/rotate":{"post\#
    ":{"operationId":"rotate","tags":["devices"],"summary":"Change the device's key","descriptio\#
    n":"Signed with the old key and the new one; answered with a grant of the same epoch for the\#
     new key.","parameters":[{"name":"Content-Encoding","in":"header","required":false,"descript\#
    ion":"gzip or deflate, once. Batches are compressed already.","schema":{"type":"string","enu\#
    m":["identity","gzip","deflate"]}}],"requestBody":{"required":true,"description":"The bytes \#
    of the request, laid out in Journal/FORMAT.md, \"The conversation\".","content":{"applicatio\#
    n/vnd.spotlog.sync":{"schema":{"type":"string","format":"binary"}},"application/octet-stream\#
    ":{"schema":{"type":"string","format":"binary"}}}},"responses":{"200":{"description":"The by\#
    tes of the answer, laid out in the same place.","content":{"application/vnd.spotlog.sync":{"\#
    schema":{"type":"string","format":"binary"}}}},"400":{"$ref":"#/components/responses/malform\#
    ed"},"403":{"$ref":"#/components/responses/notAllowed"},"408":{"$ref":"#/components/response\#
    s/timeout"},"409":{"$ref":"#/components/responses/stale"},"413":{"$ref":"#/components/respon\#
    ses/tooLarge"},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"431":{"$ref":"#\#
    /components/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"50\#
    3":{"$ref":"#/components/responses/retryLater"}}}},"/v1/search":{"get":{"operationId":"searc\#
    h","tags":["public"],"summary":"Search the public index","parameters":[{"name":"q","in":"que\#
    ry","required":true,"description":"At most 256 UTF-8 bytes.","schema":{"type":"string","minL\#
    ength":1,"maxLength":256}},{"name":"limit","in":"query","required":false,"schema":{"type":"i\#
    nteger","minimum":1,"maximum":100,"default":20}}],"responses":{"200":{"description":"Items i\#
    n which each word begins a word, the most engaged first.","content":{"application/json":{"sc\#
    hema":{"$ref":"#/components/schemas/Items"}}}},"400":{"$ref":"#/components/responses/malform\#
    ed"},"408":{"$ref":"#/components/responses/timeout"},"431":{"$ref":"#/components/responses/h\#
    eadersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/component\#
    s/responses/retryLater"}}}},"/v1/items/{tag}":{"get":{"operationId":"item","tags":["public"]\#
    ,"summary":"A public item","parameters":[{"name":"tag","in":"path","required":true,"descript\#
    ion":"34 hexadecimal digits.","schema":{"type":"string","pattern":"^[0-9a-f]{34}$"}}],"respo\#
    nses":{"200":{"description":"The item.","content":{"application/json":{"schema":{"$ref":"#/c\#
    omponents/schemas/Item"}}}},"404":{"$ref":"#/components/responses/notFound"},"408":{"$ref":"\#
    #/components/responses/timeout"},"431":{"$ref":"#/components/responses/headersTooLarge"},"50\#
    0":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retryLat\#
    er"}}}},"/v1/popularity":{"get":{"operationId":"popularity","tags":["public"],"summary":"Cou\#
    nts of the public items","parameters":[{"name":"limit","in":"query","required":false,"schema\#
    ":{"type":"integer","minimum":1,"maximum":1000,"default":100}},{"name":"after","in":"query",\#
    "required":false,"description":"What the page before gave as next.","schema":{"type":"string\#
    "}}],"responses":{"200":{"description":"By key, a page at a time.","content":{"application/j\#
    son":{"schema":{"$ref":"#/components/schemas/Counts"}}}},"400":{"$ref":"#/components/respons\#
    es/malformed"},"408":{"$ref":"#/components/responses/timeout"},"431":{"$ref":"#/components/r\#
    esponses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#\#
    /components/responses/retryLater"}}}},"/v1/deployment":{"get":{"operationId":"deployment","t\#
    ags":["public"],"summary":"What a device has to know","responses":{"200":{"description":"Sal\#
    t, threshold, keys and limits.","content":{"application/json":{"schema":{"$ref":"#/component\#
    s/schemas/Deployment"}}}},"408":{"$ref":"#/components/responses/timeout"},"431":{"$ref":"#/c\#
    omponents/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503"\#
    :{"$ref":"#/components/responses/retryLater"}}}},"/v1/health":{"get":{"operationId":"health"\#
    ,"tags":["public"],"summary":"Whether it works","responses":{"200":{"description":"Ready, or\#
     degraded: searches are answered.","content":{"application/json":{"schema":{"$ref":"#/compon\#
    ents/schemas/Health"}}}},"503":{"description":"Recovering: nothing is answered yet.","conten\#
    t":{"application/json":{"schema":{"$ref":"#/components/schemas/Health"}}}},"408":{"$ref":"#/\#
    components/responses/timeout"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500"\#
    :{"$ref":"#/components/responses/internal"}}}},"/v1/openapi.json":{"get":{"operationId":"ope\#
    napi","tags":["public"],"summary":"This document","responses":{"200":{"description":"OpenAPI\#
     3.1.","content":{"application/json":{"schema":{"type":"object"}}}},"408":{"$ref":"#/compone\#
    nts/responses/timeout"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref\#
    ":"#/components/responses/internal"}}}},"/v1/status":{"get":{"operationId":"status","tags":[\#
    "operator"],"summary":"What the log and its folds hold","security":[{"operatorToken":[]}],"r\#
    esponses":{"200":{"description":"Totals.","content":{"application/json":{"schema":{"$ref":"#\#
    /components/schemas/Status"}}}},"401":{"$ref":"#/components/responses/unauthorized"},"408":{\#
    "$ref":"#/components/responses/timeout"},"431":{"$ref":"#/components/responses/headersTooLar\#
    ge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/\#
    retryLater"}}}},"/v1/metrics":{"get":{"operationId":"metrics","tags":["operator"],"summary":\#
    "Prometheus metrics","security":[{"operatorToken":[]}],"responses":{"200":{"description":"Pr\#
    ometheus' text format.","content":{"text/plain":{"schema":{"type":"string"}}}},"401":{"$ref"\#
    :"#/components/responses/unauthorized"},"408":{"$ref":"#/components/responses/timeout"},"431\#
    ":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/in\#
    ternal"}}}},"/v1/devices":{"get":{"operationId":"devices","tags":["operator"],"summary":"Dev\#
    ices","parameters":[{"name":"limit","in":"query","required":false,"schema":{"type":"integer"\#
    ,"minimum":1,"maximum":1000,"default":100}},{"name":"after","in":"query","required":false,"d\#
    escription":"What the page before gave as next.","schema":{"type":"string"}}],"security":[{"\#
    operatorToken":[]}],"responses":{"200":{"description":"By lineage.","content":{"application/\#
    json":{"schema":{"$ref":"#/components/schemas/Devices"}}}},"400":{"$ref":"#/components/respo\#
    nses/malformed"},"401":{"$ref":"#/components/responses/unauthorized"},"408":{"$ref":"#/compo\#
    nents/responses/timeout"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$r\#
    ef":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}}\#
    ,"/v1/incidents":{"get":{"operationId":"incidents","tags":["operator"],"summary":"Forks that\#
     were met","parameters":[{"name":"limit","in":"query","required":false,"schema":{"type":"int\#
    eger","minimum":1,"maximum":1000,"default":100}},{"name":"after","in":"query","required":fal\#
    se,"description":"What the page before gave as next.","schema":{"type":"string"}}],"security\#
    ":[{"operatorToken":[]}],"responses":{"200":{"description":"In the order of the log.","conte\#
    nt":{"application/json":{"schema":{"$ref":"#/components/schemas/Incidents"}}}},"400":{"$ref"\#
    :"#/components/responses/malformed"},"401":{"$ref":"#/components/responses/unauthorized"},"4\#
    08":{"$ref":"#/components/responses/timeout"},"431":{"$ref":"#/components/responses/headersT\#
    ooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/respo\#
    nses/retryLater"}}}},"/v1/candidates":{"get":{"operationId":"candidates","tags":["operator"]\#
    ,"summary":"Contents that are asked for","parameters":[{"name":"limit","in":"query","require\#
    d":false,"schema":{"type":"integer","minimum":1,"maximum":1000,"default":100}},{"name":"afte\#
    r","in":"query","required":false,"description":"What the page before gave as next.","schema"\#
    :{"type":"string"}}],"security":[{"operatorToken":[]}],"responses":{"200":{"description":"By\#
     tag. Only what enough devices vouch for.","content":{"application/json":{"schema":{"$ref":"\#
    #/components/schemas/Candidates"}}}},"400":{"$ref":"#/components/responses/malformed"},"401"\#
    :{"$ref":"#/components/responses/unauthorized"},"408":{"$ref":"#/components/responses/timeou\#
    t"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/resp\#
    onses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/devices/{lineage\#
    }/revoke":{"post":{"operationId":"revokeDevice","tags":["operator"],"summary":"Remove a devi\#
    ce","security":[{"operatorToken":[]}],"parameters":[{"name":"lineage","in":"path","required"\#
    :true,"description":"32 hexadecimal digits.","schema":{"type":"string","pattern":"^[0-9a-f]{\#
    32}$"}}],"description":"Its keys are refused from now on; its counts are kept, or retracted \#
    as if it had never been there.","requestBody":{"required":true,"content":{"application/json"\#
    :{"schema":{"$ref":"#/components/schemas/Revocation"}}}},"responses":{"200":{"description":"\#
    It is in the log. Asked again, nothing happens.","content":{"application/json":{"schema":{"$\#
    ref":"#/components/schemas/Change"}}}},"400":{"$ref":"#/components/responses/malformed"},"40\#
    1":{"$ref":"#/components/responses/unauthorized"},"403":{"$ref":"#/components/responses/notA\#
    llowed"},"404":{"$ref":"#/components/responses/notFound"},"408":{"$ref":"#/components/respon\#
    ses/timeout"},"413":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/components/r\#
    esponses/unsupportedMediaType"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500\#
    ":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retryLate\#
    r"}}}},"/v1/devices/{lineage}/reinstate":{"post":{"operationId":"reinstateDevice","tags":["o\#
    perator"],"summary":"Take a removed device back","security":[{"operatorToken":[]}],"paramete\#
    rs":[{"name":"lineage","in":"path","required":true,"description":"32 hexadecimal digits.","s\#
    chema":{"type":"string","pattern":"^[0-9a-f]{32}$"}}],"responses":{"200":{"description":"It \#
    is in the log. Asked again, nothing happens.","content":{"application/json":{"schema":{"$ref\#
    ":"#/components/schemas/Change"}}}},"400":{"$ref":"#/components/responses/malformed"},"401":\#
    {"$ref":"#/components/responses/unauthorized"},"403":{"$ref":"#/components/responses/notAllo\#
    wed"},"404":{"$ref":"#/components/responses/notFound"},"408":{"$ref":"#/components/responses\#
    /timeout"},"413":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/components/resp\#
    onses/unsupportedMediaType"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{\#
    "$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}\#
    }}},"/v1/devices/{lineage}/erase":{"post":{"operationId":"eraseDevice","tags":["operator"],"\#
    summary":"Erase what a device reported","security":[{"operatorToken":[]}],"parameters":[{"na\#
    me":"lineage","in":"path","required":true,"description":"32 hexadecimal digits.","schema":{"\#
    type":"string","pattern":"^[0-9a-f]{32}$"}}],"description":"Removes it, retracts its counts \#
    and takes its reports out of the log, for ever.","responses":{"200":{"description":"It is in\#
     the log. Asked again, nothing happens.","content":{"application/json":{"schema":{"$ref":"#/\#
    components/schemas/Change"}}}},"400":{"$ref":"#/components/responses/malformed"},"401":{"$re\#
    f":"#/components/responses/unauthorized"},"403":{"$ref":"#/components/responses/notAllowed"}\#
    ,"404":{"$ref":"#/components/responses/notFound"},"408":{"$ref":"#/components/responses/time\#
    out"},"413":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/components/responses\#
    /unsupportedMediaType"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref\#
    ":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"\#
    /v1/items/{tag}/take-down":{"post":{"operationId":"takeDownItem","tags":["operator"],"summar\#
    y":"Hide an item","security":[{"operatorToken":[]}],"parameters":[{"name":"tag","in":"path",\#
    "required":true,"description":"34 hexadecimal digits.","schema":{"type":"string","pattern":"\#
    ^[0-9a-f]{34}$"}}],"responses":{"200":{"description":"It is in the log. Asked again, nothing\#
     happens.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Change"}}}}\#
    ,"400":{"$ref":"#/components/responses/malformed"},"401":{"$ref":"#/components/responses/una\#
    uthorized"},"403":{"$ref":"#/components/responses/notAllowed"},"404":{"$ref":"#/components/r\#
    esponses/notFound"},"408":{"$ref":"#/components/responses/timeout"},"413":{"$ref":"#/compone\#
    nts/responses/tooLarge"},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"431":\#
    {"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/inte\#
    rnal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/items/{tag}/restore":{"pos\#
    t":{"operationId":"restoreItem","tags":["operator"],"summary":"No longer hide an item","secu\#
    rity":[{"operatorToken":[]}],"parameters":[{"name":"tag","in":"path","required":true,"descri\#
    ption":"34 hexadecimal digits.","schema":{"type":"string","pattern":"^[0-9a-f]{34}$"}}],"res\#
    ponses":{"200":{"description":"It is in the log. Asked again, nothing happens.","content":{"\#
    application/json":{"schema":{"$ref":"#/components/schemas/Change"}}}},"400":{"$ref":"#/compo\#
    nents/responses/malformed"},"401":{"$ref":"#/components/responses/unauthorized"},"403":{"$re\#
    f":"#/components/responses/notAllowed"},"404":{"$ref":"#/components/responses/notFound"},"40\#
    8":{"$ref":"#/components/responses/timeout"},"413":{"$ref":"#/components/responses/tooLarge"\#
    },"415":{"$ref":"#/components/responses/unsupportedMediaType"},"431":{"$ref":"#/components/r\#
    esponses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#\#
    /components/responses/retryLater"}}}}},"components":{"securitySchemes":{"operatorToken":{"ty\#
    pe":"http","scheme":"bearer"}},"responses":{"malformed":{"description":"The request cannot b\#
    e read as what it should be.","content":{"application/problem+json": {"schema":{"$ref":"#/co\#
    mponents/schemas/Problem"}}}},"unauthorized":{"description":"The operator's token is missing\#
     or wrong.","headers":{"WWW-Authenticate":{"schema":{"type":"string"}}},"content":{"applicat\#
    ion/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}}},"notAllowed":{"descr\#
    iption":"A signature does not fit, the device was removed, or may not enrol.","content":{"ap\#
    plication/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}}},"notFound":{"d\#
    escription":"There is no such thing.","content":{"application/problem+json": {"schema":{"$re\#
    f":"#/components/schemas/Problem"}}}},"timeout":{"description":"The request came too slowly.\#
    ","content":{"application/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}}\#
    },"stale":{"description":"The request is of another time than the aggregator's: an old one, \#
    or the clock is wrong.","content":{"application/problem+json": {"schema":{"$ref":"#/componen\#
    ts/schemas/Problem"}}}},"tooLarge":{"description":"The body, or what it inflates to, is larg\#
    er than what is taken.","content":{"application/problem+json": {"schema":{"$ref":"#/componen\#
    ts/schemas/Problem"}}}},"unsupportedMediaType":{"description":"The body's type or encoding i\#
    s not taken.","content":{"application/problem+json": {"schema":{"$ref":"#/components/schemas\#
    /Problem"}}}},"tooManyRequests":{"description":"Too many devices enrol from one address.","c\#
    ontent":{"application/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"he\#
    aders":{"Retry-After":{"description":"Seconds.","schema":{"type":"integer"}}}},"headersTooLa\#
    rge":{"description":"The head of the request is too large.","content":{"application/problem+\#
    json": {"schema":{"$ref":"#/components/schemas/Problem"}}}},"internal":{"description":"Somet\#
    hing went wrong in the server.","content":{"application/problem+json": {"schema":{"$ref":"#/\#
    components/schemas/Problem"}}}},"retryLater":{"description":"The aggregator cannot take it n\#
    ow; nothing was taken.","content":{"application/problem+json": {"schema":{"$ref":"#/componen\#
    ts/schemas/Problem"}}},"headers":{"Retry-After":{"description":"Seconds.","schema":{"type":"\#
    integer"}}}}},"schemas":{"Item":{"type":"object","required":["tag","key","app","activityType\#
    ","title","contentDescription","keywords","thumbnailURL","events","distinctDevices"],"proper\#
    ties":{"tag":{"type":"string","pattern":"^[0-9a-f]{34}$","description":"The item's one-way n\#
    ame."},"key":{"type":"string","description":"Its public identity: the URL if it has one, els\#
    e app/id."},"app":{"type":"string"},"activityType":{"type":"string"},"title":{"type":"string\#
    "},"contentDescription":{"type":"string"},"keywords":{"type":"array","items":{"type":"string\#
    "}},"thumbnailURL":{"type":"string"},"events":{"type":"integer","minimum":0,"description":"E\#
    ngagements that were counted, each once."},"distinctDevices":{"type":"integer","minimum":0,"\#
    description":"Devices that vouch for it now; never below the threshold."}},"description":"A \#
    public item. Fields that it does not have are empty."},"Items":{"type":"object","required":[\#
    "items"],"properties":{"items":{"type":"array","items":{"$ref":"#/components/schemas/Item"}}\#
    }},"Count":{"type":"object","required":["key","tag","events","distinctDevices","firstDay","l\#
    astDay"],"properties":{"key":{"type":"string"},"tag":{"type":"string","pattern":"^[0-9a-f]{3\#
    4}$","description":"The item's one-way name."},"events":{"type":"integer","minimum":0},"dist\#
    inctDevices":{"type":"integer","minimum":0},"firstDay":{"type":"string","format":"date"},"la\#
    stDay":{"type":"string","format":"date"}}},"Counts":{"type":"object","required":["items","ne\#
    xt"],"properties":{"items":{"type":"array","items":{"$ref":"#/components/schemas/Count"}},"n\#
    ext":{"type":["string","null"],"description":"For the parameter after; null on the last page\#
    ."}}},"Limits":{"type":"object","required":["batchEntryCount","batchByteCount","retryDelayMi\#
    lliseconds","retryDelayMaxMilliseconds","requestTimeoutMilliseconds"],"properties":{"batchEn\#
    tryCount":{"type":"integer","minimum":0},"batchByteCount":{"type":"integer","minimum":0},"re\#
    tryDelayMilliseconds":{"type":"integer","minimum":0},"retryDelayMaxMilliseconds":{"type":"in\#
    teger","minimum":0},"requestTimeoutMilliseconds":{"type":"integer","minimum":0}}},"Endorseme\#
    nt":{"type":"object","required":["key","endorser","signature"],"properties":{"key":{"type":"\#
    string","pattern":"^[0-9a-f]{64}$","description":"A newer key."},"endorser":{"type":"string"\#
    ,"pattern":"^[0-9a-f]{64}$","description":"An older one, that signed for it."},"signature":{\#
    "type":"string","pattern":"^[0-9a-f]{128}$","description":"Ed25519, of \"spotlog cloud key 1\#
    \" and the newer key's 32 bytes."}}},"Deployment":{"type":"object","required":["cloudLife","\#
    tagSalt","threshold","keys","endorsements","admission","limits"],"properties":{"cloudLife":{\#
    "type":"string","pattern":"^[0-9a-f]{32}$","description":"Taken anew after each restore of t\#
    he aggregator."},"tagSalt":{"type":"string","description":"The public salt of tags, in hex."\#
    },"threshold":{"type":"integer","minimum":1},"keys":{"type":"array","items":{"type":"string"\#
    ,"pattern":"^[0-9a-f]{64}$","description":"An Ed25519 public key that signs, or signed befor\#
    e."},"description":"The first one signs now."},"endorsements":{"type":"array","items":{"$ref\#
    ":"#/components/schemas/Endorsement"}},"admission":{"type":"string","enum":["open","token","\#
    attestation"]},"limits":{"$ref":"#/components/schemas/Limits"}}},"Health":{"type":"object","\#
    required":["status","reasons"],"properties":{"status":{"type":"string","enum":["ready","degr\#
    aded","recovering"]},"reasons":{"type":"array","items":{"type":"string"}}},"description":"Wh\#
    y it is not ready, a sentence each."},"Status":{"type":"object","required":["cloudLife","log\#
    Entries","lineages","reports","publicItems","stateDigest"],"properties":{"cloudLife":{"type"\#
    :"string"},"logEntries":{"type":"integer","minimum":0},"logDigest":{"type":"string"},"lineag\#
    es":{"type":"integer","minimum":0},"epochs":{"type":"integer","minimum":0},"reports":{"type"\#
    :"integer","minimum":0},"items":{"type":"integer","minimum":0},"publicItems":{"type":"intege\#
    r","minimum":0},"wanted":{"type":"integer","minimum":0},"threshold":{"type":"integer","minim\#
    um":0},"incidents":{"type":"integer","minimum":0},"unaskedContents":{"type":"integer","minim\#
    um":0},"stateDigest":{"type":"string","description":"SHA-256 of the whole state: equal after\#
     a rebuild."}}},"Device":{"type":"object","required":["lineage","epochs","enrolled","isRevok\#
    ed","countsRetracted","isErased"],"properties":{"lineage":{"type":"string","pattern":"^[0-9a\#
    -f]{32}$","description":"The device with all its restores and copies."},"epochs":{"type":"ar\#
    ray","items":{"type":"object","required":["epoch","head","incidents"],"properties":{"epoch":\#
    {"type":"string"},"head":{"type":"integer","minimum":0},"incidents":{"type":"integer","minim\#
    um":0}}}},"enrolled":{"type":"string","format":"date-time"},"received":{"type":"string","for\#
    mat":"date-time"},"isRevoked":{"type":"boolean"},"countsRetracted":{"type":"boolean"},"isEra\#
    sed":{"type":"boolean"}}},"Devices":{"type":"object","required":["devices","next"],"properti\#
    es":{"devices":{"type":"array","items":{"$ref":"#/components/schemas/Device"}},"next":{"type\#
    ":["string","null"],"description":"For the parameter after; null on the last page."}}},"Inci\#
    dent":{"type":"object","required":["number","time","lineage","epoch","first","last","known",\#
    "sent"],"properties":{"number":{"type":"integer","minimum":0},"time":{"type":"string","forma\#
    t":"date-time"},"lineage":{"type":"string"},"epoch":{"type":"string"},"first":{"type":"integ\#
    er","minimum":0},"last":{"type":"integer","minimum":0},"known":{"type":"string"},"sent":{"ty\#
    pe":"string"}},"description":"A device sent other content under numbers that the log has."},\#
    "Incidents":{"type":"object","required":["incidents","next"],"properties":{"incidents":{"typ\#
    e":"array","items":{"$ref":"#/components/schemas/Incident"}},"next":{"type":["string","null"\#
    ],"description":"For the parameter after; null on the last page."}}},"Candidate":{"type":"ob\#
    ject","required":["tag","content","vouchers","asked","isTakenDown"],"properties":{"tag":{"ty\#
    pe":"string"},"content":{"type":"string"},"vouchers":{"type":"integer","minimum":0},"asked":\#
    {"type":"integer","minimum":0},"isTakenDown":{"type":"boolean"}},"description":"Enough devic\#
    es vouch for a content, and none has sent it yet."},"Candidates":{"type":"object","required"\#
    :["candidates","next"],"properties":{"candidates":{"type":"array","items":{"$ref":"#/compone\#
    nts/schemas/Candidate"}},"next":{"type":["string","null"],"description":"For the parameter a\#
    fter; null on the last page."}}},"Revocation":{"type":"object","required":["counts"],"proper\#
    ties":{"counts":{"type":"string","enum":["kept","retracted"]}}},"Change":{"type":"object","r\#
    equired":["subject","controlEntries","redactedBatches"],"properties":{"subject":{"type":"str\#
    ing"},"controlEntries":{"type":"integer","minimum":0},"redactedBatches":{"type":"integer","m\#
    inimum":0}}},"Problem":{"type":"object","required":["type","title","status","detail"],"prope\#
    rties":{"type":{"type":"string","description":"urn:spotlog:problem:NAME; stays as it is."},"\#
    title":{"type":"string"},"status":{"type":"integer"},"detail":{"type":"string","description"\#
    :"What was wrong and what to do next."},"retryAfterMilliseconds":{"type":"integer","minimum"\#
    :0},"cloudTime":{"type":"integer","description":"The aggregator's time, in milliseconds sinc\#
    e 1970, where the request was refused for its own."}},"description":"RFC 9457."}}}}
    """#
}
