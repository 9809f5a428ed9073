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
    's and its lineage's keys; answered with a lineage and the grant of its first epoch. The sam\#
    e keys get the same grant.","parameters":[{"name":"Content-Encoding","in":"header","required\#
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
    nts/responses/unsupportedMediaType"},"429":{"$ref":"#/components/responses/tooManyRequests"}\#
    ,"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/respons\#
    es/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/append":{"post":{"o\#
    perationId":"append","tags":["devices"],"summary":"Send a batch","description":"Consecutive \#
    entries of the device's shared journal; answered with a receipt once they are durable, or a \#
    verdict. Sent again, it gets its receipt again and changes nothing.","parameters":[{"name":"\#
    Content-Encoding","in":"header","required":false,"description":"gzip or deflate, once. Batch\#
    es are compressed already.","schema":{"type":"string","enum":["identity","gzip","deflate"]}}\#
    ],"requestBody":{"required":true,"description":"The bytes of the request, laid out in Journa\#
    l/FORMAT.md, \"The conversation\".","content":{"application/vnd.spotlog.sync":{"schema":{"ty\#
    pe":"string","format":"binary"}},"application/octet-stream":{"schema":{"type":"string","form\#
    at":"binary"}}}},"responses":{"200":{"description":"The bytes of the answer, laid out in the\#
     same place.","content":{"application/vnd.spotlog.sync":{"schema":{"type":"string","format":\#
    "binary"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$re\#
    f":"#/components/responses/malformed"},"403":{"$ref":"#/components/responses/notAllowed"},"4\#
    08":{"$ref":"#/components/responses/timeout"},"413":{"$ref":"#/components/responses/tooLarge\#
    "},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"429":{"$ref":"#/components/\#
    responses/tooManyRequests"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"\#
    $ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}\#
    }},"/v1/wanted":{"post":{"operationId":"wanted","tags":["devices"],"summary":"Ask what is wa\#
    nted","description":"What the device was asked for and does not have any more; answered with\#
     what is wanted of it.","parameters":[{"name":"Content-Encoding","in":"header","required":fa\#
    lse,"description":"gzip or deflate, once. Batches are compressed already.","schema":{"type":\#
    "string","enum":["identity","gzip","deflate"]}}],"requestBody":{"required":true,"description\#
    ":"The bytes of the request, laid out in Journal/FORMAT.md, \"The conversation\".","content"\#
    :{"application/vnd.spotlog.sync":{"schema":{"type":"string","format":"binary"}},"application\#
    /octet-stream":{"schema":{"type":"string","format":"binary"}}}},"responses":{"200":{"descrip\#
    tion":"The bytes of the answer, laid out in the same place.","content":{"application/vnd.spo\#
    tlog.sync":{"schema":{"type":"string","format":"binary"}}},"headers":{"Cache-Control":{"$ref\#
    ":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"403":\#
    {"$ref":"#/components/responses/notAllowed"},"408":{"$ref":"#/components/responses/timeout"}\#
    ,"409":{"$ref":"#/components/responses/stale"},"413":{"$ref":"#/components/responses/tooLarg\#
    e"},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"429":{"$ref":"#/components\#
    /responses/tooManyRequests"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{\#
    "$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}\#
    }}},"/v1/rotate":{"post":{"operationId":"rotate","tags":["devices"],"summary":"Change the de\#
    vice's key","description":"Signed with the old key and the new one; answered with a grant of\#
     the same epoch for the new key.","parameters":[{"name":"Content-Encoding","in":"header","re\#
    quired":false,"description":"gzip or deflate, once. Batches are compressed already.","schema\#
    ":{"type":"string","enum":["identity","gzip","deflate"]}}],"requestBody":{"required":true,"d\#
    escription":"The bytes of the request, laid out in Journal/FORMAT.md, \"The conversation\"."\#
    ,"content":{"application/vnd.spotlog.sync":{"schema":{"type":"string","format":"binary"}},"a\#
    pplication/octet-stream":{"schema":{"type":"string","format":"binary"}}}},"responses":{"200"\#
    :{"description":"The bytes of the answer, laid out in the same place.","content":{"applicati\#
    on/vnd.spotlog.sync":{"schema":{"type":"string","format":"binary"}}},"headers":{"Cache-Contr\#
    ol":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/malforme\#
    d"},"403":{"$ref":"#/components/responses/notAllowed"},"408":{"$ref":"#/components/responses\#
    /timeout"},"409":{"$ref":"#/components/responses/stale"},"413":{"$ref":"#/components/respons\#
    es/tooLarge"},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"429":{"$ref":"#/\#
    components/responses/tooManyRequests"},"431":{"$ref":"#/components/responses/headersTooLarge\#
    "},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/re\#
    tryLater"}}}},"/v1/grant":{"post":{"operationId":"grant","tags":["devices"],"summary":"Go on\#
     in a new epoch","description":"For a device that was restored or copied, or that lost its e\#
    poch's key. Signed with the key that all lives of the device have in common, and with the ne\#
    w epoch's; answered with the grant of an epoch that goes on from the last entry that both si\#
    des have, and with what the device's other lives have withdrawn.","parameters":[{"name":"Con\#
    tent-Encoding","in":"header","required":false,"description":"gzip or deflate, once. Batches \#
    are compressed already.","schema":{"type":"string","enum":["identity","gzip","deflate"]}}],"\#
    requestBody":{"required":true,"description":"The bytes of the request, laid out in Journal/F\#
    ORMAT.md, \"The conversation\".","content":{"application/vnd.spotlog.sync":{"schema":{"type"\#
    :"string","format":"binary"}},"application/octet-stream":{"schema":{"type":"string","format"\#
    :"binary"}}}},"responses":{"200":{"description":"The bytes of the answer, laid out in the sa\#
    me place.","content":{"application/vnd.spotlog.sync":{"schema":{"type":"string","format":"bi\#
    nary"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":\#
    "#/components/responses/malformed"},"403":{"$ref":"#/components/responses/notAllowed"},"408"\#
    :{"$ref":"#/components/responses/timeout"},"409":{"$ref":"#/components/responses/stale"},"41\#
    3":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/components/responses/unsuppor\#
    tedMediaType"},"429":{"$ref":"#/components/responses/tooManyRequests"},"431":{"$ref":"#/comp\#
    onents/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"\#
    $ref":"#/components/responses/retryLater"}}}},"/v1/recover":{"post":{"operationId":"recover"\#
    ,"tags":["devices"],"summary":"Bring back grants that the cloud forgot","description":"For a\#
     device that the cloud does not know any more, since it was restored from an older backup. G\#
    rants that a key of this cloud signed are believed; for others the device has to be admitted\#
     like a new one.","parameters":[{"name":"Content-Encoding","in":"header","required":false,"d\#
    escription":"gzip or deflate, once. Batches are compressed already.","schema":{"type":"strin\#
    g","enum":["identity","gzip","deflate"]}}],"requestBody":{"required":true,"description":"The\#
     bytes of the request, laid out in Journal/FORMAT.md, \"The conversation\".","content":{"app\#
    lication/vnd.spotlog.sync":{"schema":{"type":"string","format":"binary"}},"application/octet\#
    -stream":{"schema":{"type":"string","format":"binary"}}}},"responses":{"200":{"description":\#
    "The bytes of the answer, laid out in the same place.","content":{"application/vnd.spotlog.s\#
    ync":{"schema":{"type":"string","format":"binary"}}},"headers":{"Cache-Control":{"$ref":"#/c\#
    omponents/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"403":{"$ref\#
    ":"#/components/responses/notAllowed"},"408":{"$ref":"#/components/responses/timeout"},"409"\#
    :{"$ref":"#/components/responses/stale"},"413":{"$ref":"#/components/responses/tooLarge"},"4\#
    15":{"$ref":"#/components/responses/unsupportedMediaType"},"429":{"$ref":"#/components/respo\#
    nses/tooManyRequests"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref"\#
    :"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/\#
    v1/resend":{"post":{"operationId":"resend","tags":["devices"],"summary":"Send entries that t\#
    he cloud had before it was restored","description":"A batch as for append, with the receipt \#
    that the cloud gave for it: the entries keep the time at which they were first received.","p\#
    arameters":[{"name":"Content-Encoding","in":"header","required":false,"description":"gzip or\#
     deflate, once. Batches are compressed already.","schema":{"type":"string","enum":["identity\#
    ","gzip","deflate"]}}],"requestBody":{"required":true,"description":"The bytes of the reques\#
    t, laid out in Journal/FORMAT.md, \"The conversation\".","content":{"application/vnd.spotlog\#
    .sync":{"schema":{"type":"string","format":"binary"}},"application/octet-stream":{"schema":{\#
    "type":"string","format":"binary"}}}},"responses":{"200":{"description":"The bytes of the an\#
    swer, laid out in the same place.","content":{"application/vnd.spotlog.sync":{"schema":{"typ\#
    e":"string","format":"binary"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/no\#
    Store"}}},"400":{"$ref":"#/components/responses/malformed"},"403":{"$ref":"#/components/resp\#
    onses/notAllowed"},"408":{"$ref":"#/components/responses/timeout"},"409":{"$ref":"#/componen\#
    ts/responses/stale"},"413":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/compo\#
    nents/responses/unsupportedMediaType"},"429":{"$ref":"#/components/responses/tooManyRequests\#
    "},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/respo\#
    nses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/search":{"get":{"\#
    operationId":"search","tags":["public"],"summary":"Search the public index","parameters":[{"\#
    name":"q","in":"query","required":true,"description":"At most 256 UTF-8 bytes.","schema":{"t\#
    ype":"string","minLength":1,"maxLength":256}},{"name":"limit","in":"query","required":false,\#
    "schema":{"type":"integer","minimum":1,"maximum":100,"default":20}}],"responses":{"200":{"de\#
    scription":"Items in which each word begins a word, those that most devices vouch for first.\#
    ","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Items"}}},"headers":\#
    {"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/respo\#
    nses/malformed"},"408":{"$ref":"#/components/responses/timeout"},"429":{"$ref":"#/components\#
    /responses/tooManyRequests"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{\#
    "$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}\#
    }}},"/v1/items/{tag}":{"get":{"operationId":"item","tags":["public"],"summary":"A public ite\#
    m","parameters":[{"name":"tag","in":"path","required":true,"description":"34 hexadecimal dig\#
    its.","schema":{"type":"string","pattern":"^[0-9a-f]{34}$"}}],"responses":{"200":{"descripti\#
    on":"The item.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Item"}\#
    }},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"404":{"$ref":"#/com\#
    ponents/responses/notFound"},"408":{"$ref":"#/components/responses/timeout"},"429":{"$ref":"\#
    #/components/responses/tooManyRequests"},"431":{"$ref":"#/components/responses/headersTooLar\#
    ge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/\#
    retryLater"}}}},"/v1/popularity":{"get":{"operationId":"popularity","tags":["public"],"summa\#
    ry":"Counts of the public items","parameters":[{"name":"limit","in":"query","required":false\#
    ,"schema":{"type":"integer","minimum":1,"maximum":1000,"default":100}},{"name":"after","in":\#
    "query","required":false,"description":"What the page before gave as next.","schema":{"type"\#
    :"string"}}],"responses":{"200":{"description":"By key, a page at a time.","content":{"appli\#
    cation/json":{"schema":{"$ref":"#/components/schemas/Counts"}}},"headers":{"Cache-Control":{\#
    "$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"\#
    408":{"$ref":"#/components/responses/timeout"},"429":{"$ref":"#/components/responses/tooMany\#
    Requests"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/componen\#
    ts/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/deploymen\#
    t":{"get":{"operationId":"deployment","tags":["public"],"summary":"What a device has to know\#
    ","responses":{"200":{"description":"Life, salt and threshold, signed; keys and limits.","co\#
    ntent":{"application/json":{"schema":{"$ref":"#/components/schemas/Deployment"}}},"headers":\#
    {"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"408":{"$ref":"#/components/respo\#
    nses/timeout"},"429":{"$ref":"#/components/responses/tooManyRequests"},"431":{"$ref":"#/comp\#
    onents/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"\#
    $ref":"#/components/responses/retryLater"}}}},"/v1/health":{"get":{"operationId":"health","t\#
    ags":["public"],"summary":"Whether it works","responses":{"200":{"description":"Ready, or de\#
    graded: searches are answered.","content":{"application/json":{"schema":{"$ref":"#/component\#
    s/schemas/Health"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"5\#
    03":{"description":"Recovering: nothing is answered yet.","content":{"application/json":{"sc\#
    hema":{"$ref":"#/components/schemas/Health"}}},"headers":{"Cache-Control":{"$ref":"#/compone\#
    nts/headers/noStore"}}},"408":{"$ref":"#/components/responses/timeout"},"431":{"$ref":"#/com\#
    ponents/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"}}}},"/v1\#
    /openapi.json":{"get":{"operationId":"openapi","tags":["public"],"summary":"This document","\#
    responses":{"200":{"description":"OpenAPI 3.1.","content":{"application/json":{"schema":{"ty\#
    pe":"object"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"408":{\#
    "$ref":"#/components/responses/timeout"},"429":{"$ref":"#/components/responses/tooManyReques\#
    ts"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/res\#
    ponses/internal"}}}},"/v1/status":{"get":{"operationId":"status","tags":["operator"],"summar\#
    y":"What the log and its folds hold","security":[{"operatorToken":[]},{"viewerToken":[]}],"r\#
    esponses":{"200":{"description":"Totals.","content":{"application/json":{"schema":{"$ref":"#\#
    /components/schemas/Status"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noSt\#
    ore"}}},"401":{"$ref":"#/components/responses/unauthorized"},"408":{"$ref":"#/components/res\#
    ponses/timeout"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/co\#
    mponents/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/met\#
    rics":{"get":{"operationId":"metrics","tags":["operator"],"summary":"Prometheus metrics","se\#
    curity":[{"operatorToken":[]},{"viewerToken":[]}],"responses":{"200":{"description":"Prometh\#
    eus' text format.","content":{"text/plain":{"schema":{"type":"string"}}},"headers":{"Cache-C\#
    ontrol":{"$ref":"#/components/headers/noStore"}}},"401":{"$ref":"#/components/responses/unau\#
    thorized"},"408":{"$ref":"#/components/responses/timeout"},"431":{"$ref":"#/components/respo\#
    nses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"}}}},"/v1/devices":{"g\#
    et":{"operationId":"devices","tags":["operator"],"summary":"Devices","parameters":[{"name":"\#
    limit","in":"query","required":false,"schema":{"type":"integer","minimum":1,"maximum":1000,"\#
    default":100}},{"name":"after","in":"query","required":false,"description":"What the page be\#
    fore gave as next.","schema":{"type":"string"}}],"security":[{"operatorToken":[]}],"response\#
    s":{"200":{"description":"By lineage.","content":{"application/json":{"schema":{"$ref":"#/co\#
    mponents/schemas/Devices"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStor\#
    e"}}},"400":{"$ref":"#/components/responses/malformed"},"401":{"$ref":"#/components/response\#
    s/unauthorized"},"408":{"$ref":"#/components/responses/timeout"},"431":{"$ref":"#/components\#
    /responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":\#
    "#/components/responses/retryLater"}}}},"/v1/incidents":{"get":{"operationId":"incidents","t\#
    ags":["operator"],"summary":"Forks that were met","parameters":[{"name":"limit","in":"query"\#
    ,"required":false,"schema":{"type":"integer","minimum":1,"maximum":1000,"default":100}},{"na\#
    me":"after","in":"query","required":false,"description":"What the page before gave as next."\#
    ,"schema":{"type":"string"}}],"security":[{"operatorToken":[]}],"responses":{"200":{"descrip\#
    tion":"In the order of the log.","content":{"application/json":{"schema":{"$ref":"#/componen\#
    ts/schemas/Incidents"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}\#
    },"400":{"$ref":"#/components/responses/malformed"},"401":{"$ref":"#/components/responses/un\#
    authorized"},"408":{"$ref":"#/components/responses/timeout"},"431":{"$ref":"#/components/res\#
    ponses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/c\#
    omponents/responses/retryLater"}}}},"/v1/candidates":{"get":{"operationId":"candidates","tag\#
    s":["operator"],"summary":"Contents that are asked for","parameters":[{"name":"limit","in":"\#
    query","required":false,"schema":{"type":"integer","minimum":1,"maximum":1000,"default":100}\#
    },{"name":"after","in":"query","required":false,"description":"What the page before gave as \#
    next.","schema":{"type":"string"}}],"security":[{"operatorToken":[]}],"responses":{"200":{"d\#
    escription":"By tag. Only what enough devices vouch for.","content":{"application/json":{"sc\#
    hema":{"$ref":"#/components/schemas/Candidates"}}},"headers":{"Cache-Control":{"$ref":"#/com\#
    ponents/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"401":{"$ref":\#
    "#/components/responses/unauthorized"},"408":{"$ref":"#/components/responses/timeout"},"431"\#
    :{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/int\#
    ernal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/devices/{lineage}/revoke"\#
    :{"post":{"operationId":"revokeDevice","tags":["operator"],"summary":"Remove a device","secu\#
    rity":[{"operatorToken":[]}],"parameters":[{"name":"lineage","in":"path","required":true,"de\#
    scription":"32 hexadecimal digits.","schema":{"type":"string","pattern":"^[0-9a-f]{32}$"}}],\#
    "description":"Its keys are refused from now on; its counts are kept, or retracted as if it \#
    had never been there.","requestBody":{"required":true,"content":{"application/json":{"schema\#
    ":{"$ref":"#/components/schemas/Revocation"}}}},"responses":{"200":{"description":"It is in \#
    the log. Asked again, nothing happens.","content":{"application/json":{"schema":{"$ref":"#/c\#
    omponents/schemas/Change"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStor\#
    e"}}},"400":{"$ref":"#/components/responses/malformed"},"401":{"$ref":"#/components/response\#
    s/unauthorized"},"404":{"$ref":"#/components/responses/notFound"},"408":{"$ref":"#/component\#
    s/responses/timeout"},"409":{"$ref":"#/components/responses/erased"},"413":{"$ref":"#/compon\#
    ents/responses/tooLarge"},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"431"\#
    :{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/int\#
    ernal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/devices/{lineage}/reinsta\#
    te":{"post":{"operationId":"reinstateDevice","tags":["operator"],"summary":"Take a removed d\#
    evice back","security":[{"operatorToken":[]}],"parameters":[{"name":"lineage","in":"path","r\#
    equired":true,"description":"32 hexadecimal digits.","schema":{"type":"string","pattern":"^[\#
    0-9a-f]{32}$"}}],"responses":{"200":{"description":"It is in the log. Asked again, nothing h\#
    appens.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Change"}}},"h\#
    eaders":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/componen\#
    ts/responses/malformed"},"401":{"$ref":"#/components/responses/unauthorized"},"404":{"$ref":\#
    "#/components/responses/notFound"},"408":{"$ref":"#/components/responses/timeout"},"409":{"$\#
    ref":"#/components/responses/erased"},"413":{"$ref":"#/components/responses/tooLarge"},"415"\#
    :{"$ref":"#/components/responses/unsupportedMediaType"},"431":{"$ref":"#/components/response\#
    s/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/compon\#
    ents/responses/retryLater"}}}},"/v1/devices/{lineage}/retract":{"post":{"operationId":"retra\#
    ctReports","tags":["operator"],"summary":"Take reports out of the counts","security":[{"oper\#
    atorToken":[]}],"parameters":[{"name":"lineage","in":"path","required":true,"description":"3\#
    2 hexadecimal digits.","schema":{"type":"string","pattern":"^[0-9a-f]{32}$"}}],"description"\#
    :"What the reports of one epoch from the first number to the last count for goes, or counts \#
    again. The device goes on.","requestBody":{"required":true,"content":{"application/json":{"s\#
    chema":{"$ref":"#/components/schemas/Retraction"}}}},"responses":{"200":{"description":"It i\#
    s in the log. Asked again, nothing happens.","content":{"application/json":{"schema":{"$ref"\#
    :"#/components/schemas/Change"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/n\#
    oStore"}}},"400":{"$ref":"#/components/responses/malformed"},"401":{"$ref":"#/components/res\#
    ponses/unauthorized"},"404":{"$ref":"#/components/responses/notFound"},"408":{"$ref":"#/comp\#
    onents/responses/timeout"},"409":{"$ref":"#/components/responses/erased"},"413":{"$ref":"#/c\#
    omponents/responses/tooLarge"},"415":{"$ref":"#/components/responses/unsupportedMediaType"},\#
    "431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/response\#
    s/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/devices/{lineage}/er\#
    ase":{"post":{"operationId":"eraseDevice","tags":["operator"],"summary":"Erase what a device\#
     reported","security":[{"operatorToken":[]}],"parameters":[{"name":"lineage","in":"path","re\#
    quired":true,"description":"32 hexadecimal digits.","schema":{"type":"string","pattern":"^[0\#
    -9a-f]{32}$"}}],"description":"Removes it, retracts its counts and takes its reports out of \#
    the log, for ever.","responses":{"200":{"description":"It is in the log. Asked again, nothin\#
    g happens.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Change"}}}\#
    ,"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/compo\#
    nents/responses/malformed"},"401":{"$ref":"#/components/responses/unauthorized"},"404":{"$re\#
    f":"#/components/responses/notFound"},"408":{"$ref":"#/components/responses/timeout"},"413":\#
    {"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/components/responses/unsupported\#
    MediaType"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/compone\#
    nts/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/items/{t\#
    ag}/take-down":{"post":{"operationId":"takeDownItem","tags":["operator"],"summary":"Hide an \#
    item","security":[{"operatorToken":[]}],"parameters":[{"name":"tag","in":"path","required":t\#
    rue,"description":"34 hexadecimal digits.","schema":{"type":"string","pattern":"^[0-9a-f]{34\#
    }$"}}],"responses":{"200":{"description":"It is in the log. Asked again, nothing happens.","\#
    content":{"application/json":{"schema":{"$ref":"#/components/schemas/Change"}}},"headers":{"\#
    Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/respons\#
    es/malformed"},"401":{"$ref":"#/components/responses/unauthorized"},"404":{"$ref":"#/compone\#
    nts/responses/notFound"},"408":{"$ref":"#/components/responses/timeout"},"413":{"$ref":"#/co\#
    mponents/responses/tooLarge"},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"\#
    431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/responses\#
    /internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/items/{tag}/restore":\#
    {"post":{"operationId":"restoreItem","tags":["operator"],"summary":"No longer hide an item",\#
    "security":[{"operatorToken":[]}],"parameters":[{"name":"tag","in":"path","required":true,"d\#
    escription":"34 hexadecimal digits.","schema":{"type":"string","pattern":"^[0-9a-f]{34}$"}}]\#
    ,"responses":{"200":{"description":"It is in the log. Asked again, nothing happens.","conten\#
    t":{"application/json":{"schema":{"$ref":"#/components/schemas/Change"}}},"headers":{"Cache-\#
    Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/mal\#
    formed"},"401":{"$ref":"#/components/responses/unauthorized"},"404":{"$ref":"#/components/re\#
    sponses/notFound"},"408":{"$ref":"#/components/responses/timeout"},"413":{"$ref":"#/componen\#
    ts/responses/tooLarge"},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"431":{\#
    "$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/inter\#
    nal"},"503":{"$ref":"#/components/responses/retryLater"}}}}},"components":{"securitySchemes"\#
    :{"operatorToken":{"type":"http","scheme":"bearer"},"viewerToken":{"type":"http","scheme":"b\#
    earer","description":"Reads the status and the metrics, and changes nothing."}},"responses":\#
    {"malformed":{"description":"The request cannot be read as what it should be.","content":{"a\#
    pplication/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Ca\#
    che-Control":{"$ref":"#/components/headers/noStore"}}},"unauthorized":{"description":"The op\#
    erator's token is missing or wrong.","content":{"application/problem+json": {"schema":{"$ref\#
    ":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers\#
    /noStore"},"WWW-Authenticate":{"schema":{"type":"string"}}}},"notAllowed":{"description":"A \#
    signature does not fit, the device was removed, or may not enrol.","content":{"application/p\#
    roblem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control"\#
    :{"$ref":"#/components/headers/noStore"}}},"notFound":{"description":"There is no such thing\#
    .","content":{"application/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}\#
    },"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"timeout":{"descripti\#
    on":"The request came too slowly.","content":{"application/problem+json": {"schema":{"$ref":\#
    "#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/n\#
    oStore"}}},"stale":{"description":"The request is of another time than the aggregator's: an \#
    old one, or the clock is wrong.","content":{"application/problem+json": {"schema":{"$ref":"#\#
    /components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noS\#
    tore"}}},"erased":{"description":"What the device reported was erased, for ever: its counts \#
    cannot be kept, and it cannot be reinstated.","content":{"application/problem+json": {"schem\#
    a":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/component\#
    s/headers/noStore"}}},"tooLarge":{"description":"The body, or what it inflates to, is larger\#
     than what is taken.","content":{"application/problem+json": {"schema":{"$ref":"#/components\#
    /schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"u\#
    nsupportedMediaType":{"description":"The body's type or encoding is not taken.","content":{"\#
    application/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"C\#
    ache-Control":{"$ref":"#/components/headers/noStore"}}},"tooManyRequests":{"description":"To\#
    o much comes from one address: enrolments a minute, or requests and bytes that wait.","conte\#
    nt":{"application/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"header\#
    s":{"Cache-Control":{"$ref":"#/components/headers/noStore"},"Retry-After":{"description":"Se\#
    conds.","schema":{"type":"integer"}}}},"headersTooLarge":{"description":"The head of the req\#
    uest is too large.","content":{"application/problem+json": {"schema":{"$ref":"#/components/s\#
    chemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"int\#
    ernal":{"description":"Something went wrong in the server.","content":{"application/problem+\#
    json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref\#
    ":"#/components/headers/noStore"}}},"retryLater":{"description":"The aggregator cannot take \#
    it now; nothing was taken.","content":{"application/problem+json": {"schema":{"$ref":"#/comp\#
    onents/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"\#
    },"Retry-After":{"description":"Seconds.","schema":{"type":"integer"}}}}},"headers":{"noStor\#
    e":{"description":"Nobody may keep an answer: what it shows may be taken down a moment later\#
    .","schema":{"type":"string","const":"no-store"}}},"schemas":{"Item":{"type":"object","requi\#
    red":["tag","key","app","activityType","title","contentDescription","keywords","thumbnailURL\#
    ","events","distinctDevices"],"properties":{"tag":{"type":"string","pattern":"^[0-9a-f]{34}$\#
    ","description":"The item's one-way name."},"key":{"type":"string","description":"Its public\#
     identity: the URL if it has one, else app/id."},"app":{"type":"string","description":"The a\#
    pp that says so: nobody proves whose page it is."},"activityType":{"type":"string"},"title":\#
    {"type":"string"},"contentDescription":{"type":"string"},"keywords":{"type":"array","items":\#
    {"type":"string"}},"thumbnailURL":{"type":"string"},"events":{"type":"integer","minimum":0,"\#
    description":"Engagements of the devices that vouch for it, at most one a device and day."},\#
    "distinctDevices":{"type":"integer","minimum":0,"description":"Devices that vouch for it now\#
    ; never below the threshold."}},"description":"A public item. Fields that it does not have a\#
    re empty."},"Items":{"type":"object","required":["items"],"properties":{"items":{"type":"arr\#
    ay","items":{"$ref":"#/components/schemas/Item"}}}},"Count":{"type":"object","required":["ke\#
    y","tag","app","events","distinctDevices","firstDay","lastDay"],"properties":{"key":{"type":\#
    "string"},"tag":{"type":"string","pattern":"^[0-9a-f]{34}$","description":"The item's one-wa\#
    y name."},"app":{"type":"string","description":"The app that says so: nobody proves whose pa\#
    ge it is."},"events":{"type":"integer","minimum":0},"distinctDevices":{"type":"integer","min\#
    imum":0},"firstDay":{"type":"string","format":"date"},"lastDay":{"type":"string","format":"d\#
    ate"}}},"Counts":{"type":"object","required":["items","next"],"properties":{"items":{"type":\#
    "array","items":{"$ref":"#/components/schemas/Count"}},"next":{"type":["string","null"],"des\#
    cription":"For the parameter after; null on the last page."}}},"Limits":{"type":"object","re\#
    quired":["batchEntryCount","batchByteCount","retryDelayMilliseconds","retryDelayMaxMilliseco\#
    nds","requestTimeoutMilliseconds"],"properties":{"batchEntryCount":{"type":"integer","minimu\#
    m":0},"batchByteCount":{"type":"integer","minimum":0},"retryDelayMilliseconds":{"type":"inte\#
    ger","minimum":0},"retryDelayMaxMilliseconds":{"type":"integer","minimum":0},"requestTimeout\#
    Milliseconds":{"type":"integer","minimum":0}}},"Endorsement":{"type":"object","required":["k\#
    ey","endorser","signature"],"properties":{"key":{"type":"string","pattern":"^[0-9a-f]{64}$",\#
    "description":"A newer key."},"endorser":{"type":"string","pattern":"^[0-9a-f]{64}$","descri\#
    ption":"An older one, that signed for it."},"signature":{"type":"string","pattern":"^[0-9a-f\#
    ]{128}$","description":"Ed25519, of \"spotlog cloud key 1\" and the newer key's 32 bytes."}}\#
    },"Deployment":{"type":"object","required":["cloudLife","tagSalt","threshold","signature","k\#
    eys","endorsements","admission","limits"],"properties":{"cloudLife":{"type":"string","patter\#
    n":"^[0-9a-f]{32}$","description":"Taken anew after each restore of the aggregator."},"tagSa\#
    lt":{"type":"string","description":"The public salt of tags, in hex."},"threshold":{"type":"\#
    integer","minimum":1},"signature":{"type":"string","pattern":"^[0-9a-f]{128}$","description"\#
    :"Of cloudLife, tagSalt and threshold, by the first key; what is signed stands in Journal/FO\#
    RMAT.md, \"Deployments\"."},"keys":{"type":"array","items":{"type":"string","pattern":"^[0-9\#
    a-f]{64}$","description":"An Ed25519 public key that signs, or signed before."},"description\#
    ":"The first one signs now."},"endorsements":{"type":"array","items":{"$ref":"#/components/s\#
    chemas/Endorsement"}},"admission":{"type":"string","enum":["open","token","attestation"]},"l\#
    imits":{"$ref":"#/components/schemas/Limits"}}},"Health":{"type":"object","required":["statu\#
    s","reasons","oldestRequestMilliseconds"],"properties":{"oldestRequestMilliseconds":{"type":\#
    "integer","minimum":0,"description":"How long the oldest request has waited for its answer; \#
    0: none waits."},"status":{"type":"string","enum":["ready","degraded","recovering"]},"reason\#
    s":{"type":"array","items":{"type":"string"},"description":"Why it is not ready, a sentence \#
    each."}}},"Status":{"type":"object","required":["cloudLife","logEntries","lineages","reports\#
    ","publicItems","stateDigest"],"properties":{"cloudLife":{"type":"string"},"logEntries":{"ty\#
    pe":"integer","minimum":0},"logDigest":{"type":"string"},"lineages":{"type":"integer","minim\#
    um":0},"epochs":{"type":"integer","minimum":0},"reports":{"type":"integer","minimum":0},"ite\#
    ms":{"type":"integer","minimum":0},"publicItems":{"type":"integer","minimum":0},"wanted":{"t\#
    ype":"integer","minimum":0},"threshold":{"type":"integer","minimum":0},"incidents":{"type":"\#
    integer","minimum":0},"missingNumbers":{"type":"integer","minimum":0,"description":"Numbers \#
    of reports that devices had let go of when the cloud went back."},"backedUpEntry":{"type":"i\#
    nteger","minimum":0,"description":"The entry up to which every backup of the log holds it."}\#
    ,"recovering":{"type":"string","description":"Why nothing is public after a restore."},"acce\#
    ptsLoss":{"type":"boolean"},"acceptedLosses":{"type":"array","items":{"type":"string"}},"las\#
    tBackup":{"type":"object","required":["file","time"],"properties":{"file":{"type":"string"},\#
    "time":{"type":"string","format":"date-time"}}},"damagedBackups":{"type":"array","items":{"t\#
    ype":"string"}},"unaskedContents":{"type":"integer","minimum":0},"stateDigest":{"type":"stri\#
    ng","description":"SHA-256 of the whole state: equal after a rebuild."}}},"Device":{"type":"\#
    object","required":["lineage","epochs","enrolled","isRevoked","countsRetracted","isErased"],\#
    "properties":{"lineage":{"type":"string","pattern":"^[0-9a-f]{32}$","description":"The devic\#
    e with all its restores and copies."},"epochs":{"type":"array","items":{"type":"object","req\#
    uired":["epoch","head","incidents"],"properties":{"epoch":{"type":"string"},"head":{"type":"\#
    integer","minimum":0},"incidents":{"type":"integer","minimum":0}}}},"enrolled":{"type":"stri\#
    ng","format":"date-time"},"received":{"type":"string","format":"date-time"},"isRevoked":{"ty\#
    pe":"boolean"},"countsRetracted":{"type":"boolean"},"isErased":{"type":"boolean"}}},"Devices\#
    ":{"type":"object","required":["devices","next"],"properties":{"devices":{"type":"array","it\#
    ems":{"$ref":"#/components/schemas/Device"}},"next":{"type":["string","null"],"description":\#
    "For the parameter after; null on the last page."}}},"Incident":{"type":"object","required":\#
    ["number","time","lineage","epoch","first","last","known","sent"],"properties":{"number":{"t\#
    ype":"integer","minimum":0},"time":{"type":"string","format":"date-time"},"lineage":{"type":\#
    "string"},"epoch":{"type":"string"},"first":{"type":"integer","minimum":0},"last":{"type":"i\#
    nteger","minimum":0},"known":{"type":"string"},"sent":{"type":"string"}},"description":"A de\#
    vice sent other content under numbers that the log has."},"Incidents":{"type":"object","requ\#
    ired":["incidents","next"],"properties":{"incidents":{"type":"array","items":{"$ref":"#/comp\#
    onents/schemas/Incident"}},"next":{"type":["string","null"],"description":"For the parameter\#
     after; null on the last page."}}},"Candidate":{"type":"object","required":["tag","content",\#
    "vouchers","asked","isTakenDown"],"properties":{"tag":{"type":"string"},"content":{"type":"s\#
    tring"},"vouchers":{"type":"integer","minimum":0},"asked":{"type":"integer","minimum":0},"is\#
    TakenDown":{"type":"boolean"}},"description":"Enough devices vouch for a content, and none h\#
    as sent it yet."},"Candidates":{"type":"object","required":["candidates","next"],"properties\#
    ":{"candidates":{"type":"array","items":{"$ref":"#/components/schemas/Candidate"}},"next":{"\#
    type":["string","null"],"description":"For the parameter after; null on the last page."}}},"\#
    Revocation":{"type":"object","required":["counts"],"properties":{"counts":{"type":"string","\#
    enum":["kept","retracted"]}}},"Retraction":{"type":"object","required":["counts","epoch","fi\#
    rst","last"],"properties":{"counts":{"type":"string","enum":["kept","retracted"]},"epoch":{"\#
    type":"string","pattern":"^[0-9a-f]{32}$"},"first":{"type":"integer","minimum":1},"last":{"t\#
    ype":"integer","minimum":1,"description":"Not below the first; the range may hold numbers th\#
    at have not come yet."}}},"Change":{"type":"object","required":["subject","controlEntries","\#
    redactedBatches"],"properties":{"subject":{"type":"string","description":"The lineage or the\#
     tag of the path."},"controlEntries":{"type":"integer","minimum":0,"description":"Entries th\#
    at the log got for it; 0: it was so before."},"redactedBatches":{"type":"integer","minimum":\#
    0,"description":"Batches whose content an erasure took out of the log."}},"description":"Wha\#
    t came of an operator's request."},"Problem":{"type":"object","required":["type","title","st\#
    atus","detail"],"properties":{"type":{"type":"string","description":"urn:spotlog:problem:NAM\#
    E; stays as it is."},"title":{"type":"string"},"status":{"type":"integer"},"detail":{"type":\#
    "string","description":"What was wrong and what to do next."},"retryAfterMilliseconds":{"typ\#
    e":"integer","minimum":0},"cloudTime":{"type":"integer","description":"The aggregator's time\#
    , in milliseconds since 1970, where the request was refused for its own."},"signature":{"typ\#
    e":"string","pattern":"^[0-9a-f]{144}$","description":"The aggregator's signature over the r\#
    equest and the refusal, as FORMAT.md says: without it a device only tries again later."}},"d\#
    escription":"RFC 9457."}}}}
    """#
}
