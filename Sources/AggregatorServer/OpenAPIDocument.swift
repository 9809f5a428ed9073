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
    /internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/grant":{"post":{"oper\#
    ationId":"grant","tags":["devices"],"summary":"Go on in a new epoch","description":"For a de\#
    vice that was restored or copied, or that lost its epoch's key. Signed with the key that all\#
     lives of the device have in common, and with the new epoch's; answered with the grant of an\#
     epoch that goes on from the last entry that both sides have, and with what the device's oth\#
    er lives have withdrawn.","parameters":[{"name":"Content-Encoding","in":"header","required":\#
    false,"description":"gzip or deflate, once. Batches are compressed already.","schema":{"type\#
    ":"string","enum":["identity","gzip","deflate"]}}],"requestBody":{"required":true,"descripti\#
    on":"The bytes of the request, laid out in Journal/FORMAT.md, \"The conversation\".","conten\#
    t":{"application/vnd.spotlog.sync":{"schema":{"type":"string","format":"binary"}},"applicati\#
    on/octet-stream":{"schema":{"type":"string","format":"binary"}}}},"responses":{"200":{"descr\#
    iption":"The bytes of the answer, laid out in the same place.","content":{"application/vnd.s\#
    potlog.sync":{"schema":{"type":"string","format":"binary"}}},"headers":{"Cache-Control":{"$r\#
    ef":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"403\#
    ":{"$ref":"#/components/responses/notAllowed"},"408":{"$ref":"#/components/responses/timeout\#
    "},"409":{"$ref":"#/components/responses/stale"},"413":{"$ref":"#/components/responses/tooLa\#
    rge"},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"431":{"$ref":"#/componen\#
    ts/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref\#
    ":"#/components/responses/retryLater"}}}},"/v1/recover":{"post":{"operationId":"recover","ta\#
    gs":["devices"],"summary":"Bring back grants that the cloud forgot","description":"For a dev\#
    ice that the cloud does not know any more, since it was restored from an older backup. Grant\#
    s that a key of this cloud signed are believed; for others the device has to be admitted lik\#
    e a new one.","parameters":[{"name":"Content-Encoding","in":"header","required":false,"descr\#
    iption":"gzip or deflate, once. Batches are compressed already.","schema":{"type":"string","\#
    enum":["identity","gzip","deflate"]}}],"requestBody":{"required":true,"description":"The byt\#
    es of the request, laid out in Journal/FORMAT.md, \"The conversation\".","content":{"applica\#
    tion/vnd.spotlog.sync":{"schema":{"type":"string","format":"binary"}},"application/octet-str\#
    eam":{"schema":{"type":"string","format":"binary"}}}},"responses":{"200":{"description":"The\#
     bytes of the answer, laid out in the same place.","content":{"application/vnd.spotlog.sync"\#
    :{"schema":{"type":"string","format":"binary"}}},"headers":{"Cache-Control":{"$ref":"#/compo\#
    nents/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"403":{"$ref":"#\#
    /components/responses/notAllowed"},"408":{"$ref":"#/components/responses/timeout"},"409":{"$\#
    ref":"#/components/responses/stale"},"413":{"$ref":"#/components/responses/tooLarge"},"415":\#
    {"$ref":"#/components/responses/unsupportedMediaType"},"429":{"$ref":"#/components/responses\#
    /tooManyRequests"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/\#
    components/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/r\#
    esend":{"post":{"operationId":"resend","tags":["devices"],"summary":"Send entries that the c\#
    loud had before it was restored","description":"A batch as for append, with the receipt that\#
     the cloud gave for it: the entries keep the time at which they were first received.","param\#
    eters":[{"name":"Content-Encoding","in":"header","required":false,"description":"gzip or def\#
    late, once. Batches are compressed already.","schema":{"type":"string","enum":["identity","g\#
    zip","deflate"]}}],"requestBody":{"required":true,"description":"The bytes of the request, l\#
    aid out in Journal/FORMAT.md, \"The conversation\".","content":{"application/vnd.spotlog.syn\#
    c":{"schema":{"type":"string","format":"binary"}},"application/octet-stream":{"schema":{"typ\#
    e":"string","format":"binary"}}}},"responses":{"200":{"description":"The bytes of the answer\#
    , laid out in the same place.","content":{"application/vnd.spotlog.sync":{"schema":{"type":"\#
    string","format":"binary"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStor\#
    e"}}},"400":{"$ref":"#/components/responses/malformed"},"403":{"$ref":"#/components/response\#
    s/notAllowed"},"408":{"$ref":"#/components/responses/timeout"},"409":{"$ref":"#/components/r\#
    esponses/stale"},"413":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/component\#
    s/responses/unsupportedMediaType"},"431":{"$ref":"#/components/responses/headersTooLarge"},"\#
    500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retryL\#
    ater"}}}},"/v1/search":{"get":{"operationId":"search","tags":["public"],"summary":"Search th\#
    e public index","parameters":[{"name":"q","in":"query","required":true,"description":"At mos\#
    t 256 UTF-8 bytes.","schema":{"type":"string","minLength":1,"maxLength":256}},{"name":"limit\#
    ","in":"query","required":false,"schema":{"type":"integer","minimum":1,"maximum":100,"defaul\#
    t":20}}],"responses":{"200":{"description":"Items in which each word begins a word, the most\#
     engaged first.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Items\#
    "}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/c\#
    omponents/responses/malformed"},"408":{"$ref":"#/components/responses/timeout"},"431":{"$ref\#
    ":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"}\#
    ,"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/items/{tag}":{"get":{"operationI\#
    d":"item","tags":["public"],"summary":"A public item","parameters":[{"name":"tag","in":"path\#
    ","required":true,"description":"34 hexadecimal digits.","schema":{"type":"string","pattern"\#
    :"^[0-9a-f]{34}$"}}],"responses":{"200":{"description":"The item.","content":{"application/j\#
    son":{"schema":{"$ref":"#/components/schemas/Item"}}},"headers":{"Cache-Control":{"$ref":"#/\#
    components/headers/noStore"}}},"404":{"$ref":"#/components/responses/notFound"},"408":{"$ref\#
    ":"#/components/responses/timeout"},"431":{"$ref":"#/components/responses/headersTooLarge"},\#
    "500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retry\#
    Later"}}}},"/v1/popularity":{"get":{"operationId":"popularity","tags":["public"],"summary":"\#
    Counts of the public items","parameters":[{"name":"limit","in":"query","required":false,"sch\#
    ema":{"type":"integer","minimum":1,"maximum":1000,"default":100}},{"name":"after","in":"quer\#
    y","required":false,"description":"What the page before gave as next.","schema":{"type":"str\#
    ing"}}],"responses":{"200":{"description":"By key, a page at a time.","content":{"applicatio\#
    n/json":{"schema":{"$ref":"#/components/schemas/Counts"}}},"headers":{"Cache-Control":{"$ref\#
    ":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"408":\#
    {"$ref":"#/components/responses/timeout"},"431":{"$ref":"#/components/responses/headersTooLa\#
    rge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses\#
    /retryLater"}}}},"/v1/deployment":{"get":{"operationId":"deployment","tags":["public"],"summ\#
    ary":"What a device has to know","responses":{"200":{"description":"Life, salt and threshold\#
    , signed; keys and limits.","content":{"application/json":{"schema":{"$ref":"#/components/sc\#
    hemas/Deployment"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"4\#
    08":{"$ref":"#/components/responses/timeout"},"431":{"$ref":"#/components/responses/headersT\#
    ooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/respo\#
    nses/retryLater"}}}},"/v1/health":{"get":{"operationId":"health","tags":["public"],"summary"\#
    :"Whether it works","responses":{"200":{"description":"Ready, or degraded: searches are answ\#
    ered.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Health"}}},"hea\#
    ders":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"503":{"description":"Recov\#
    ering: nothing is answered yet.","content":{"application/json":{"schema":{"$ref":"#/componen\#
    ts/schemas/Health"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"\#
    408":{"$ref":"#/components/responses/timeout"},"431":{"$ref":"#/components/responses/headers\#
    TooLarge"},"500":{"$ref":"#/components/responses/internal"}}}},"/v1/openapi.json":{"get":{"o\#
    perationId":"openapi","tags":["public"],"summary":"This document","responses":{"200":{"descr\#
    iption":"OpenAPI 3.1.","content":{"application/json":{"schema":{"type":"object"}}},"headers"\#
    :{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"408":{"$ref":"#/components/resp\#
    onses/timeout"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/com\#
    ponents/responses/internal"}}}},"/v1/status":{"get":{"operationId":"status","tags":["operato\#
    r"],"summary":"What the log and its folds hold","security":[{"operatorToken":[]}],"responses\#
    ":{"200":{"description":"Totals.","content":{"application/json":{"schema":{"$ref":"#/compone\#
    nts/schemas/Status"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},\#
    "401":{"$ref":"#/components/responses/unauthorized"},"408":{"$ref":"#/components/responses/t\#
    imeout"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components\#
    /responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/metrics":{"\#
    get":{"operationId":"metrics","tags":["operator"],"summary":"Prometheus metrics","security":\#
    [{"operatorToken":[]}],"responses":{"200":{"description":"Prometheus' text format.","content\#
    ":{"text/plain":{"schema":{"type":"string"}}},"headers":{"Cache-Control":{"$ref":"#/componen\#
    ts/headers/noStore"}}},"401":{"$ref":"#/components/responses/unauthorized"},"408":{"$ref":"#\#
    /components/responses/timeout"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500\#
    ":{"$ref":"#/components/responses/internal"}}}},"/v1/devices":{"get":{"operationId":"devices\#
    ","tags":["operator"],"summary":"Devices","parameters":[{"name":"limit","in":"query","requir\#
    ed":false,"schema":{"type":"integer","minimum":1,"maximum":1000,"default":100}},{"name":"aft\#
    er","in":"query","required":false,"description":"What the page before gave as next.","schema\#
    ":{"type":"string"}}],"security":[{"operatorToken":[]}],"responses":{"200":{"description":"B\#
    y lineage.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Devices"}}\#
    },"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/comp\#
    onents/responses/malformed"},"401":{"$ref":"#/components/responses/unauthorized"},"408":{"$r\#
    ef":"#/components/responses/timeout"},"431":{"$ref":"#/components/responses/headersTooLarge"\#
    },"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/ret\#
    ryLater"}}}},"/v1/incidents":{"get":{"operationId":"incidents","tags":["operator"],"summary"\#
    :"Forks that were met","parameters":[{"name":"limit","in":"query","required":false,"schema":\#
    {"type":"integer","minimum":1,"maximum":1000,"default":100}},{"name":"after","in":"query","r\#
    equired":false,"description":"What the page before gave as next.","schema":{"type":"string"}\#
    }],"security":[{"operatorToken":[]}],"responses":{"200":{"description":"In the order of the \#
    log.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Incidents"}}},"h\#
    eaders":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/componen\#
    ts/responses/malformed"},"401":{"$ref":"#/components/responses/unauthorized"},"408":{"$ref":\#
    "#/components/responses/timeout"},"431":{"$ref":"#/components/responses/headersTooLarge"},"5\#
    00":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retryLa\#
    ter"}}}},"/v1/candidates":{"get":{"operationId":"candidates","tags":["operator"],"summary":"\#
    Contents that are asked for","parameters":[{"name":"limit","in":"query","required":false,"sc\#
    hema":{"type":"integer","minimum":1,"maximum":1000,"default":100}},{"name":"after","in":"que\#
    ry","required":false,"description":"What the page before gave as next.","schema":{"type":"st\#
    ring"}}],"security":[{"operatorToken":[]}],"responses":{"200":{"description":"By tag. Only w\#
    hat enough devices vouch for.","content":{"application/json":{"schema":{"$ref":"#/components\#
    /schemas/Candidates"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}}\#
    ,"400":{"$ref":"#/components/responses/malformed"},"401":{"$ref":"#/components/responses/una\#
    uthorized"},"408":{"$ref":"#/components/responses/timeout"},"431":{"$ref":"#/components/resp\#
    onses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/co\#
    mponents/responses/retryLater"}}}},"/v1/devices/{lineage}/revoke":{"post":{"operationId":"re\#
    vokeDevice","tags":["operator"],"summary":"Remove a device","security":[{"operatorToken":[]}\#
    ],"parameters":[{"name":"lineage","in":"path","required":true,"description":"32 hexadecimal \#
    digits.","schema":{"type":"string","pattern":"^[0-9a-f]{32}$"}}],"description":"Its keys are\#
     refused from now on; its counts are kept, or retracted as if it had never been there.","req\#
    uestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/sch\#
    emas/Revocation"}}}},"responses":{"200":{"description":"It is in the log. Asked again, nothi\#
    ng happens.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Change"}}\#
    },"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/comp\#
    onents/responses/malformed"},"401":{"$ref":"#/components/responses/unauthorized"},"404":{"$r\#
    ef":"#/components/responses/notFound"},"408":{"$ref":"#/components/responses/timeout"},"409"\#
    :{"$ref":"#/components/responses/erased"},"413":{"$ref":"#/components/responses/tooLarge"},"\#
    415":{"$ref":"#/components/responses/unsupportedMediaType"},"431":{"$ref":"#/components/resp\#
    onses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/co\#
    mponents/responses/retryLater"}}}},"/v1/devices/{lineage}/reinstate":{"post":{"operationId":\#
    "reinstateDevice","tags":["operator"],"summary":"Take a removed device back","security":[{"o\#
    peratorToken":[]}],"parameters":[{"name":"lineage","in":"path","required":true,"description"\#
    :"32 hexadecimal digits.","schema":{"type":"string","pattern":"^[0-9a-f]{32}$"}}],"responses\#
    ":{"200":{"description":"It is in the log. Asked again, nothing happens.","content":{"applic\#
    ation/json":{"schema":{"$ref":"#/components/schemas/Change"}}},"headers":{"Cache-Control":{"\#
    $ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"4\#
    01":{"$ref":"#/components/responses/unauthorized"},"404":{"$ref":"#/components/responses/not\#
    Found"},"408":{"$ref":"#/components/responses/timeout"},"409":{"$ref":"#/components/response\#
    s/erased"},"413":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/components/resp\#
    onses/unsupportedMediaType"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{\#
    "$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}\#
    }}},"/v1/devices/{lineage}/retract":{"post":{"operationId":"retractReports","tags":["operato\#
    r"],"summary":"Take reports out of the counts","security":[{"operatorToken":[]}],"parameters\#
    ":[{"name":"lineage","in":"path","required":true,"description":"32 hexadecimal digits.","sch\#
    ema":{"type":"string","pattern":"^[0-9a-f]{32}$"}}],"description":"What the reports of one e\#
    poch from the first number to the last count for goes, or counts again. The device goes on."\#
    ,"requestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/component\#
    s/schemas/Retraction"}}}},"responses":{"200":{"description":"It is in the log. Asked again, \#
    nothing happens.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Chan\#
    ge"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#\#
    /components/responses/malformed"},"401":{"$ref":"#/components/responses/unauthorized"},"404"\#
    :{"$ref":"#/components/responses/notFound"},"408":{"$ref":"#/components/responses/timeout"},\#
    "409":{"$ref":"#/components/responses/erased"},"413":{"$ref":"#/components/responses/tooLarg\#
    e"},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"431":{"$ref":"#/components\#
    /responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":\#
    "#/components/responses/retryLater"}}}},"/v1/devices/{lineage}/erase":{"post":{"operationId"\#
    :"eraseDevice","tags":["operator"],"summary":"Erase what a device reported","security":[{"op\#
    eratorToken":[]}],"parameters":[{"name":"lineage","in":"path","required":true,"description":\#
    "32 hexadecimal digits.","schema":{"type":"string","pattern":"^[0-9a-f]{32}$"}}],"descriptio\#
    n":"Removes it, retracts its counts and takes its reports out of the log, for ever.","respon\#
    ses":{"200":{"description":"It is in the log. Asked again, nothing happens.","content":{"app\#
    lication/json":{"schema":{"$ref":"#/components/schemas/Change"}}},"headers":{"Cache-Control"\#
    :{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"}\#
    ,"401":{"$ref":"#/components/responses/unauthorized"},"404":{"$ref":"#/components/responses/\#
    notFound"},"408":{"$ref":"#/components/responses/timeout"},"413":{"$ref":"#/components/respo\#
    nses/tooLarge"},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"431":{"$ref":"\#
    #/components/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"5\#
    03":{"$ref":"#/components/responses/retryLater"}}}},"/v1/items/{tag}/take-down":{"post":{"op\#
    erationId":"takeDownItem","tags":["operator"],"summary":"Hide an item","security":[{"operato\#
    rToken":[]}],"parameters":[{"name":"tag","in":"path","required":true,"description":"34 hexad\#
    ecimal digits.","schema":{"type":"string","pattern":"^[0-9a-f]{34}$"}}],"responses":{"200":{\#
    "description":"It is in the log. Asked again, nothing happens.","content":{"application/json\#
    ":{"schema":{"$ref":"#/components/schemas/Change"}}},"headers":{"Cache-Control":{"$ref":"#/c\#
    omponents/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"401":{"$ref\#
    ":"#/components/responses/unauthorized"},"404":{"$ref":"#/components/responses/notFound"},"4\#
    08":{"$ref":"#/components/responses/timeout"},"413":{"$ref":"#/components/responses/tooLarge\#
    "},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"431":{"$ref":"#/components/\#
    responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"\#
    #/components/responses/retryLater"}}}},"/v1/items/{tag}/restore":{"post":{"operationId":"res\#
    toreItem","tags":["operator"],"summary":"No longer hide an item","security":[{"operatorToken\#
    ":[]}],"parameters":[{"name":"tag","in":"path","required":true,"description":"34 hexadecimal\#
     digits.","schema":{"type":"string","pattern":"^[0-9a-f]{34}$"}}],"responses":{"200":{"descr\#
    iption":"It is in the log. Asked again, nothing happens.","content":{"application/json":{"sc\#
    hema":{"$ref":"#/components/schemas/Change"}}},"headers":{"Cache-Control":{"$ref":"#/compone\#
    nts/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"401":{"$ref":"#/c\#
    omponents/responses/unauthorized"},"404":{"$ref":"#/components/responses/notFound"},"408":{"\#
    $ref":"#/components/responses/timeout"},"413":{"$ref":"#/components/responses/tooLarge"},"41\#
    5":{"$ref":"#/components/responses/unsupportedMediaType"},"431":{"$ref":"#/components/respon\#
    ses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/comp\#
    onents/responses/retryLater"}}}}},"components":{"securitySchemes":{"operatorToken":{"type":"\#
    http","scheme":"bearer"}},"responses":{"malformed":{"description":"The request cannot be rea\#
    d as what it should be.","content":{"application/problem+json": {"schema":{"$ref":"#/compone\#
    nts/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}}\#
    ,"unauthorized":{"description":"The operator's token is missing or wrong.","content":{"appli\#
    cation/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-\#
    Control":{"$ref":"#/components/headers/noStore"},"WWW-Authenticate":{"schema":{"type":"strin\#
    g"}}}},"notAllowed":{"description":"A signature does not fit, the device was removed, or may\#
     not enrol.","content":{"application/problem+json": {"schema":{"$ref":"#/components/schemas/\#
    Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"notFound":\#
    {"description":"There is no such thing.","content":{"application/problem+json": {"schema":{"\#
    $ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/hea\#
    ders/noStore"}}},"timeout":{"description":"The request came too slowly.","content":{"applica\#
    tion/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Co\#
    ntrol":{"$ref":"#/components/headers/noStore"}}},"stale":{"description":"The request is of a\#
    nother time than the aggregator's: an old one, or the clock is wrong.","content":{"applicati\#
    on/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Cont\#
    rol":{"$ref":"#/components/headers/noStore"}}},"erased":{"description":"What the device repo\#
    rted was erased, for ever: its counts cannot be kept, and it cannot be reinstated.","content\#
    ":{"application/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers"\#
    :{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"tooLarge":{"description":"The b\#
    ody, or what it inflates to, is larger than what is taken.","content":{"application/problem+\#
    json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref\#
    ":"#/components/headers/noStore"}}},"unsupportedMediaType":{"description":"The body's type o\#
    r encoding is not taken.","content":{"application/problem+json": {"schema":{"$ref":"#/compon\#
    ents/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}\#
    },"tooManyRequests":{"description":"Too many devices enrol from one address.","content":{"ap\#
    plication/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cac\#
    he-Control":{"$ref":"#/components/headers/noStore"},"Retry-After":{"description":"Seconds.",\#
    "schema":{"type":"integer"}}}},"headersTooLarge":{"description":"The head of the request is \#
    too large.","content":{"application/problem+json": {"schema":{"$ref":"#/components/schemas/P\#
    roblem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"internal":{\#
    "description":"Something went wrong in the server.","content":{"application/problem+json": {\#
    "schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/com\#
    ponents/headers/noStore"}}},"retryLater":{"description":"The aggregator cannot take it now; \#
    nothing was taken.","content":{"application/problem+json": {"schema":{"$ref":"#/components/s\#
    chemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"},"Retry\#
    -After":{"description":"Seconds.","schema":{"type":"integer"}}}}},"headers":{"noStore":{"des\#
    cription":"Nobody may keep an answer: what it shows may be taken down a moment later.","sche\#
    ma":{"type":"string","const":"no-store"}}},"schemas":{"Item":{"type":"object","required":["t\#
    ag","key","app","activityType","title","contentDescription","keywords","thumbnailURL","event\#
    s","distinctDevices"],"properties":{"tag":{"type":"string","pattern":"^[0-9a-f]{34}$","descr\#
    iption":"The item's one-way name."},"key":{"type":"string","description":"Its public identit\#
    y: the URL if it has one, else app/id."},"app":{"type":"string"},"activityType":{"type":"str\#
    ing"},"title":{"type":"string"},"contentDescription":{"type":"string"},"keywords":{"type":"a\#
    rray","items":{"type":"string"}},"thumbnailURL":{"type":"string"},"events":{"type":"integer"\#
    ,"minimum":0,"description":"Engagements that were counted, each once."},"distinctDevices":{"\#
    type":"integer","minimum":0,"description":"Devices that vouch for it now; never below the th\#
    reshold."}},"description":"A public item. Fields that it does not have are empty."},"Items":\#
    {"type":"object","required":["items"],"properties":{"items":{"type":"array","items":{"$ref":\#
    "#/components/schemas/Item"}}}},"Count":{"type":"object","required":["key","tag","events","d\#
    istinctDevices","firstDay","lastDay"],"properties":{"key":{"type":"string"},"tag":{"type":"s\#
    tring","pattern":"^[0-9a-f]{34}$","description":"The item's one-way name."},"events":{"type"\#
    :"integer","minimum":0},"distinctDevices":{"type":"integer","minimum":0},"firstDay":{"type":\#
    "string","format":"date"},"lastDay":{"type":"string","format":"date"}}},"Counts":{"type":"ob\#
    ject","required":["items","next"],"properties":{"items":{"type":"array","items":{"$ref":"#/c\#
    omponents/schemas/Count"}},"next":{"type":["string","null"],"description":"For the parameter\#
     after; null on the last page."}}},"Limits":{"type":"object","required":["batchEntryCount","\#
    batchByteCount","retryDelayMilliseconds","retryDelayMaxMilliseconds","requestTimeoutMillisec\#
    onds"],"properties":{"batchEntryCount":{"type":"integer","minimum":0},"batchByteCount":{"typ\#
    e":"integer","minimum":0},"retryDelayMilliseconds":{"type":"integer","minimum":0},"retryDela\#
    yMaxMilliseconds":{"type":"integer","minimum":0},"requestTimeoutMilliseconds":{"type":"integ\#
    er","minimum":0}}},"Endorsement":{"type":"object","required":["key","endorser","signature"],\#
    "properties":{"key":{"type":"string","pattern":"^[0-9a-f]{64}$","description":"A newer key."\#
    },"endorser":{"type":"string","pattern":"^[0-9a-f]{64}$","description":"An older one, that s\#
    igned for it."},"signature":{"type":"string","pattern":"^[0-9a-f]{128}$","description":"Ed25\#
    519, of \"spotlog cloud key 1\" and the newer key's 32 bytes."}}},"Deployment":{"type":"obje\#
    ct","required":["cloudLife","tagSalt","threshold","signature","keys","endorsements","admissi\#
    on","limits"],"properties":{"cloudLife":{"type":"string","pattern":"^[0-9a-f]{32}$","descrip\#
    tion":"Taken anew after each restore of the aggregator."},"tagSalt":{"type":"string","descri\#
    ption":"The public salt of tags, in hex."},"threshold":{"type":"integer","minimum":1},"signa\#
    ture":{"type":"string","pattern":"^[0-9a-f]{128}$","description":"Of cloudLife, tagSalt and \#
    threshold, by the first key; what is signed stands in Journal/FORMAT.md, \"Deployments\"."},\#
    "keys":{"type":"array","items":{"type":"string","pattern":"^[0-9a-f]{64}$","description":"An\#
     Ed25519 public key that signs, or signed before."},"description":"The first one signs now."\#
    },"endorsements":{"type":"array","items":{"$ref":"#/components/schemas/Endorsement"}},"admis\#
    sion":{"type":"string","enum":["open","token","attestation"]},"limits":{"$ref":"#/components\#
    /schemas/Limits"}}},"Health":{"type":"object","required":["status","reasons"],"properties":{\#
    "status":{"type":"string","enum":["ready","degraded","recovering"]},"reasons":{"type":"array\#
    ","items":{"type":"string"},"description":"Why it is not ready, a sentence each."}}},"Status\#
    ":{"type":"object","required":["cloudLife","logEntries","lineages","reports","publicItems","\#
    stateDigest"],"properties":{"cloudLife":{"type":"string"},"logEntries":{"type":"integer","mi\#
    nimum":0},"logDigest":{"type":"string"},"lineages":{"type":"integer","minimum":0},"epochs":{\#
    "type":"integer","minimum":0},"reports":{"type":"integer","minimum":0},"items":{"type":"inte\#
    ger","minimum":0},"publicItems":{"type":"integer","minimum":0},"wanted":{"type":"integer","m\#
    inimum":0},"threshold":{"type":"integer","minimum":0},"incidents":{"type":"integer","minimum\#
    ":0},"missingNumbers":{"type":"integer","minimum":0,"description":"Numbers of reports that d\#
    evices had let go of when the cloud went back."},"backedUpEntry":{"type":"integer","minimum"\#
    :0,"description":"The entry up to which every backup of the log holds it."},"recovering":{"t\#
    ype":"string","description":"Why nothing is public after a restore."},"acceptsLoss":{"type":\#
    "boolean"},"acceptedLosses":{"type":"array","items":{"type":"string"}},"lastBackup":{"type":\#
    "object","required":["file","time"],"properties":{"file":{"type":"string"},"time":{"type":"s\#
    tring","format":"date-time"}}},"damagedBackups":{"type":"array","items":{"type":"string"}},"\#
    unaskedContents":{"type":"integer","minimum":0},"stateDigest":{"type":"string","description"\#
    :"SHA-256 of the whole state: equal after a rebuild."}}},"Device":{"type":"object","required\#
    ":["lineage","epochs","enrolled","isRevoked","countsRetracted","isErased"],"properties":{"li\#
    neage":{"type":"string","pattern":"^[0-9a-f]{32}$","description":"The device with all its re\#
    stores and copies."},"epochs":{"type":"array","items":{"type":"object","required":["epoch","\#
    head","incidents"],"properties":{"epoch":{"type":"string"},"head":{"type":"integer","minimum\#
    ":0},"incidents":{"type":"integer","minimum":0}}}},"enrolled":{"type":"string","format":"dat\#
    e-time"},"received":{"type":"string","format":"date-time"},"isRevoked":{"type":"boolean"},"c\#
    ountsRetracted":{"type":"boolean"},"isErased":{"type":"boolean"}}},"Devices":{"type":"object\#
    ","required":["devices","next"],"properties":{"devices":{"type":"array","items":{"$ref":"#/c\#
    omponents/schemas/Device"}},"next":{"type":["string","null"],"description":"For the paramete\#
    r after; null on the last page."}}},"Incident":{"type":"object","required":["number","time",\#
    "lineage","epoch","first","last","known","sent"],"properties":{"number":{"type":"integer","m\#
    inimum":0},"time":{"type":"string","format":"date-time"},"lineage":{"type":"string"},"epoch"\#
    :{"type":"string"},"first":{"type":"integer","minimum":0},"last":{"type":"integer","minimum"\#
    :0},"known":{"type":"string"},"sent":{"type":"string"}},"description":"A device sent other c\#
    ontent under numbers that the log has."},"Incidents":{"type":"object","required":["incidents\#
    ","next"],"properties":{"incidents":{"type":"array","items":{"$ref":"#/components/schemas/In\#
    cident"}},"next":{"type":["string","null"],"description":"For the parameter after; null on t\#
    he last page."}}},"Candidate":{"type":"object","required":["tag","content","vouchers","asked\#
    ","isTakenDown"],"properties":{"tag":{"type":"string"},"content":{"type":"string"},"vouchers\#
    ":{"type":"integer","minimum":0},"asked":{"type":"integer","minimum":0},"isTakenDown":{"type\#
    ":"boolean"}},"description":"Enough devices vouch for a content, and none has sent it yet."}\#
    ,"Candidates":{"type":"object","required":["candidates","next"],"properties":{"candidates":{\#
    "type":"array","items":{"$ref":"#/components/schemas/Candidate"}},"next":{"type":["string","\#
    null"],"description":"For the parameter after; null on the last page."}}},"Revocation":{"typ\#
    e":"object","required":["counts"],"properties":{"counts":{"type":"string","enum":["kept","re\#
    tracted"]}}},"Retraction":{"type":"object","required":["counts","epoch","first","last"],"pro\#
    perties":{"counts":{"type":"string","enum":["kept","retracted"]},"epoch":{"type":"string","p\#
    attern":"^[0-9a-f]{32}$"},"first":{"type":"integer","minimum":1},"last":{"type":"integer","m\#
    inimum":1,"description":"Not below the first; the range may hold numbers that have not come \#
    yet."}}},"Change":{"type":"object","required":["subject","controlEntries","redactedBatches"]\#
    ,"properties":{"subject":{"type":"string","description":"The lineage or the tag of the path.\#
    "},"controlEntries":{"type":"integer","minimum":0,"description":"Entries that the log got fo\#
    r it; 0: it was so before."},"redactedBatches":{"type":"integer","minimum":0,"description":"\#
    Batches whose content an erasure took out of the log."}},"description":"What came of an oper\#
    ator's request."},"Problem":{"type":"object","required":["type","title","status","detail"],"\#
    properties":{"type":{"type":"string","description":"urn:spotlog:problem:NAME; stays as it is\#
    ."},"title":{"type":"string"},"status":{"type":"integer"},"detail":{"type":"string","descrip\#
    tion":"What was wrong and what to do next."},"retryAfterMilliseconds":{"type":"integer","min\#
    imum":0},"cloudTime":{"type":"integer","description":"The aggregator's time, in milliseconds\#
     since 1970, where the request was refused for its own."}},"description":"RFC 9457."}}}}
    """#
}
