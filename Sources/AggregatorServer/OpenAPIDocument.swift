// Made from docs/openapi.json by tools/generate; change that instead.

/// The OpenAPI document, as the server gives it to whoever asks.
enum OpenAPIDocument {
  static let text = #"""
    {"openapi":"3.1.0","info":{"title":"Spotlog aggregator","version":"1","description":"Devices\#
     send reports of engagements; the aggregator counts each once, and makes public what enough \#
    devices endorse. Nothing below the threshold is answered to anyone. Refusals are problem doc\#
    uments (RFC 9457) and change nothing. HEAD is answered as GET, without the body.","license":\#
    {"name":"MIT","identifier":"MIT"}},"servers":[{"url":"http://127.0.0.1:8080","description":"\#
    spotlog serve, as it starts"}],"tags":[{"name":"devices","description":"The conversation: re\#
    quests are signed with the device's key, inside the body."},{"name":"public"},{"name":"opera\#
    tor","description":"For anyone who has the operator's token."}],"paths":{"/v1/enrol":{"post"\#
    :{"operationId":"enrol","tags":["devices"],"summary":"Enrol a device","description":"A devic\#
    e's and its lineage's keys; answered with a lineage and the grant of its first epoch. The sa\#
    me keys get the same grant.","parameters":[{"name":"Content-Encoding","in":"header","require\#
    d":false,"description":"gzip or deflate, once. Batches are compressed already.","schema":{"t\#
    ype":"string","enum":["identity","gzip","deflate"]}}],"requestBody":{"required":true,"descri\#
    ption":"The bytes of the request, laid out in Journal/FORMAT.md, \"The conversation\".","con\#
    tent":{"application/vnd.spotlog.sync":{"schema":{"type":"string","format":"binary"}},"applic\#
    ation/octet-stream":{"schema":{"type":"string","format":"binary"}}}},"responses":{"200":{"de\#
    scription":"The bytes of the answer, laid out in the same place.","content":{"application/vn\#
    d.spotlog.sync":{"schema":{"type":"string","format":"binary"}}},"headers":{"Cache-Control":{\#
    "$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"\#
    403":{"$ref":"#/components/responses/notAllowed"},"408":{"$ref":"#/components/responses/time\#
    out"},"413":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/components/responses\#
    /unsupportedMediaType"},"429":{"$ref":"#/components/responses/tooManyRequests"},"431":{"$ref\#
    ":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"}\#
    ,"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/open":{"post":{"operationId":"op\#
    en","tags":["devices"],"summary":"Report the device's position","description":"Lineage, time\#
     and locator; answered with how that relates to what the cloud has, and with what is wanted.\#
    ","parameters":[{"name":"Content-Encoding","in":"header","required":false,"description":"gzi\#
    p or deflate, once. Batches are compressed already.","schema":{"type":"string","enum":["iden\#
    tity","gzip","deflate"]}}],"requestBody":{"required":true,"description":"The bytes of the re\#
    quest, laid out in Journal/FORMAT.md, \"The conversation\".","content":{"application/vnd.spo\#
    tlog.sync":{"schema":{"type":"string","format":"binary"}},"application/octet-stream":{"schem\#
    a":{"type":"string","format":"binary"}}}},"responses":{"200":{"description":"The bytes of th\#
    e answer, laid out in the same place.","content":{"application/vnd.spotlog.sync":{"schema":{\#
    "type":"string","format":"binary"}}},"headers":{"Cache-Control":{"$ref":"#/components/header\#
    s/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"403":{"$ref":"#/components/\#
    responses/notAllowed"},"408":{"$ref":"#/components/responses/timeout"},"409":{"$ref":"#/comp\#
    onents/responses/stale"},"413":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/c\#
    omponents/responses/unsupportedMediaType"},"429":{"$ref":"#/components/responses/tooManyRequ\#
    ests"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/r\#
    esponses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/append":{"pos\#
    t":{"operationId":"append","tags":["devices"],"summary":"Send a batch","description":"Consec\#
    utive entries of the device's shared journal; answered with a receipt once they are durable,\#
     or a verdict. Sent again, it gets its receipt again and changes nothing.","parameters":[{"n\#
    ame":"Content-Encoding","in":"header","required":false,"description":"gzip or deflate, once.\#
     Batches are compressed already.","schema":{"type":"string","enum":["identity","gzip","defla\#
    te"]}}],"requestBody":{"required":true,"description":"The bytes of the request, laid out in \#
    Journal/FORMAT.md, \"The conversation\".","content":{"application/vnd.spotlog.sync":{"schema\#
    ":{"type":"string","format":"binary"}},"application/octet-stream":{"schema":{"type":"string"\#
    ,"format":"binary"}}}},"responses":{"200":{"description":"The bytes of the answer, laid out \#
    in the same place.","content":{"application/vnd.spotlog.sync":{"schema":{"type":"string","fo\#
    rmat":"binary"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400"\#
    :{"$ref":"#/components/responses/malformed"},"403":{"$ref":"#/components/responses/notAllowe\#
    d"},"408":{"$ref":"#/components/responses/timeout"},"413":{"$ref":"#/components/responses/to\#
    oLarge"},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"429":{"$ref":"#/compo\#
    nents/responses/tooManyRequests"},"431":{"$ref":"#/components/responses/headersTooLarge"},"5\#
    00":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retryLa\#
    ter"}}}},"/v1/wanted":{"post":{"operationId":"wanted","tags":["devices"],"summary":"Ask what\#
     is wanted","description":"What the device was asked for and does not have any more; answere\#
    d with what is wanted of it.","parameters":[{"name":"Content-Encoding","in":"header","requir\#
    ed":false,"description":"gzip or deflate, once. Batches are compressed already.","schema":{"\#
    type":"string","enum":["identity","gzip","deflate"]}}],"requestBody":{"required":true,"descr\#
    iption":"The bytes of the request, laid out in Journal/FORMAT.md, \"The conversation\".","co\#
    ntent":{"application/vnd.spotlog.sync":{"schema":{"type":"string","format":"binary"}},"appli\#
    cation/octet-stream":{"schema":{"type":"string","format":"binary"}}}},"responses":{"200":{"d\#
    escription":"The bytes of the answer, laid out in the same place.","content":{"application/v\#
    nd.spotlog.sync":{"schema":{"type":"string","format":"binary"}}},"headers":{"Cache-Control":\#
    {"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},\#
    "403":{"$ref":"#/components/responses/notAllowed"},"408":{"$ref":"#/components/responses/tim\#
    eout"},"409":{"$ref":"#/components/responses/stale"},"413":{"$ref":"#/components/responses/t\#
    ooLarge"},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"429":{"$ref":"#/comp\#
    onents/responses/tooManyRequests"},"431":{"$ref":"#/components/responses/headersTooLarge"},"\#
    500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retryL\#
    ater"}}}},"/v1/rotate":{"post":{"operationId":"rotate","tags":["devices"],"summary":"Change \#
    the device's key","description":"Signed with the old key and the new one; answered with a gr\#
    ant of the same epoch for the new key.","parameters":[{"name":"Content-Encoding","in":"heade\#
    r","required":false,"description":"gzip or deflate, once. Batches are compressed already.","\#
    schema":{"type":"string","enum":["identity","gzip","deflate"]}}],"requestBody":{"required":t\#
    rue,"description":"The bytes of the request, laid out in Journal/FORMAT.md, \"The conversati\#
    on\".","content":{"application/vnd.spotlog.sync":{"schema":{"type":"string","format":"binary\#
    "}},"application/octet-stream":{"schema":{"type":"string","format":"binary"}}}},"responses":\#
    {"200":{"description":"The bytes of the answer, laid out in the same place.","content":{"app\#
    lication/vnd.spotlog.sync":{"schema":{"type":"string","format":"binary"}}},"headers":{"Cache\#
    -Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/ma\#
    lformed"},"403":{"$ref":"#/components/responses/notAllowed"},"408":{"$ref":"#/components/res\#
    ponses/timeout"},"409":{"$ref":"#/components/responses/stale"},"413":{"$ref":"#/components/r\#
    esponses/tooLarge"},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"429":{"$re\#
    f":"#/components/responses/tooManyRequests"},"431":{"$ref":"#/components/responses/headersTo\#
    oLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/respon\#
    ses/retryLater"}}}},"/v1/grant":{"post":{"operationId":"grant","tags":["devices"],"summary":\#
    "Start a new epoch","description":"For a device that was restored or copied, or that lost it\#
    s epoch's key. Signed with the key that all lives of the device have in common, and with the\#
     new epoch's; answered with the grant of an epoch that continues from the last entry that bo\#
    th sides have, and with what the device's other lives have withdrawn.","parameters":[{"name"\#
    :"Content-Encoding","in":"header","required":false,"description":"gzip or deflate, once. Bat\#
    ches are compressed already.","schema":{"type":"string","enum":["identity","gzip","deflate"]\#
    }}],"requestBody":{"required":true,"description":"The bytes of the request, laid out in Jour\#
    nal/FORMAT.md, \"The conversation\".","content":{"application/vnd.spotlog.sync":{"schema":{"\#
    type":"string","format":"binary"}},"application/octet-stream":{"schema":{"type":"string","fo\#
    rmat":"binary"}}}},"responses":{"200":{"description":"The bytes of the answer, laid out in t\#
    he same place.","content":{"application/vnd.spotlog.sync":{"schema":{"type":"string","format\#
    ":"binary"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$\#
    ref":"#/components/responses/malformed"},"403":{"$ref":"#/components/responses/notAllowed"},\#
    "408":{"$ref":"#/components/responses/timeout"},"409":{"$ref":"#/components/responses/stale"\#
    },"413":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/components/responses/uns\#
    upportedMediaType"},"429":{"$ref":"#/components/responses/tooManyRequests"},"431":{"$ref":"#\#
    /components/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"50\#
    3":{"$ref":"#/components/responses/retryLater"}}}},"/v1/recover":{"post":{"operationId":"rec\#
    over","tags":["devices"],"summary":"Bring back grants that the cloud forgot","description":"\#
    For a device that the cloud does not know any more, since it was restored from an older back\#
    up. Grants that a key of this cloud signed are believed; for others the device has to be adm\#
    itted like a new one.","parameters":[{"name":"Content-Encoding","in":"header","required":fal\#
    se,"description":"gzip or deflate, once. Batches are compressed already.","schema":{"type":"\#
    string","enum":["identity","gzip","deflate"]}}],"requestBody":{"required":true,"description"\#
    :"The bytes of the request, laid out in Journal/FORMAT.md, \"The conversation\".","content":\#
    {"application/vnd.spotlog.sync":{"schema":{"type":"string","format":"binary"}},"application/\#
    octet-stream":{"schema":{"type":"string","format":"binary"}}}},"responses":{"200":{"descript\#
    ion":"The bytes of the answer, laid out in the same place.","content":{"application/vnd.spot\#
    log.sync":{"schema":{"type":"string","format":"binary"}}},"headers":{"Cache-Control":{"$ref"\#
    :"#/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"403":{\#
    "$ref":"#/components/responses/notAllowed"},"408":{"$ref":"#/components/responses/timeout"},\#
    "409":{"$ref":"#/components/responses/stale"},"413":{"$ref":"#/components/responses/tooLarge\#
    "},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"429":{"$ref":"#/components/\#
    responses/tooManyRequests"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"\#
    $ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}\#
    }},"/v1/resend":{"post":{"operationId":"resend","tags":["devices"],"summary":"Send entries t\#
    hat the cloud had before it was restored","description":"A batch as for append, with the rec\#
    eipt that the cloud gave for it: the entries keep the time at which they were first received\#
    .","parameters":[{"name":"Content-Encoding","in":"header","required":false,"description":"gz\#
    ip or deflate, once. Batches are compressed already.","schema":{"type":"string","enum":["ide\#
    ntity","gzip","deflate"]}}],"requestBody":{"required":true,"description":"The bytes of the r\#
    equest, laid out in Journal/FORMAT.md, \"The conversation\".","content":{"application/vnd.sp\#
    otlog.sync":{"schema":{"type":"string","format":"binary"}},"application/octet-stream":{"sche\#
    ma":{"type":"string","format":"binary"}}}},"responses":{"200":{"description":"The bytes of t\#
    he answer, laid out in the same place.","content":{"application/vnd.spotlog.sync":{"schema":\#
    {"type":"string","format":"binary"}}},"headers":{"Cache-Control":{"$ref":"#/components/heade\#
    rs/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"403":{"$ref":"#/components\#
    /responses/notAllowed"},"408":{"$ref":"#/components/responses/timeout"},"409":{"$ref":"#/com\#
    ponents/responses/stale"},"413":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/\#
    components/responses/unsupportedMediaType"},"429":{"$ref":"#/components/responses/tooManyReq\#
    uests"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/\#
    responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/":{"get":{"oper\#
    ationId":"page","tags":["public"],"summary":"Search the public index on a page for people","\#
    description":"The page works without scripts: its form asks for it with q. Its Content-Secur\#
    ity-Policy permits the one script that is in it, and requests to this server.","parameters":\#
    [{"name":"q","in":"query","required":false,"description":"At most 256 UTF-8 bytes. Without i\#
    t the page has no results.","schema":{"type":"string","maxLength":256}},{"name":"limit","in"\#
    :"query","required":false,"schema":{"type":"integer","minimum":1,"maximum":100,"default":20}\#
    }],"responses":{"200":{"description":"The page, with a card for each item that was found, in\#
     the order of a search.","content":{"text/html":{"schema":{"type":"string"}}},"headers":{"Ca\#
    che-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"description":"The page, which\#
     says what is wrong with the query.","content":{"text/html":{"schema":{"type":"string"}}},"h\#
    eaders":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"408":{"$ref":"#/componen\#
    ts/responses/timeout"},"429":{"$ref":"#/components/responses/tooManyRequests"},"431":{"$ref"\#
    :"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},\#
    "503":{"description":"The page, which says why there is no answer yet.","content":{"text/htm\#
    l":{"schema":{"type":"string"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/no\#
    Store"},"Retry-After":{"description":"Seconds.","schema":{"type":"integer"}}}}}}},"/v1/searc\#
    h":{"get":{"operationId":"search","tags":["public"],"summary":"Search the public index","par\#
    ameters":[{"name":"q","in":"query","required":true,"description":"At most 256 UTF-8 bytes.",\#
    "schema":{"type":"string","minLength":1,"maxLength":256}},{"name":"limit","in":"query","requ\#
    ired":false,"schema":{"type":"integer","minimum":1,"maximum":100,"default":20}},{"name":"ins\#
    talled","in":"query","required":false,"description":"Installed apps, each as a parameter of \#
    its own: an item without a page is found only if its app is among them. Nobody has to name a\#
    ny.","style":"form","explode":true,"schema":{"type":"array","maxItems":100,"items":{"type":"\#
    string","minLength":1,"maxLength":255}}}],"responses":{"200":{"description":"Items in which \#
    each word begins a word, those that most devices endorse first.","content":{"application/jso\#
    n":{"schema":{"$ref":"#/components/schemas/Items"}}},"headers":{"Cache-Control":{"$ref":"#/c\#
    omponents/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"408":{"$ref\#
    ":"#/components/responses/timeout"},"429":{"$ref":"#/components/responses/tooManyRequests"},\#
    "431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/response\#
    s/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/items/{tag}":{"get":\#
    {"operationId":"item","tags":["public"],"summary":"A public item","parameters":[{"name":"tag\#
    ","in":"path","required":true,"description":"34 hexadecimal digits.","schema":{"type":"strin\#
    g","pattern":"^[0-9a-f]{34}$"}}],"responses":{"200":{"description":"The item.","content":{"a\#
    pplication/json":{"schema":{"$ref":"#/components/schemas/Item"}}},"headers":{"Cache-Control"\#
    :{"$ref":"#/components/headers/noStore"}}},"404":{"$ref":"#/components/responses/notFound"},\#
    "408":{"$ref":"#/components/responses/timeout"},"429":{"$ref":"#/components/responses/tooMan\#
    yRequests"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/compone\#
    nts/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/populari\#
    ty":{"get":{"operationId":"popularity","tags":["public"],"summary":"Counts of the public ite\#
    ms","parameters":[{"name":"limit","in":"query","required":false,"schema":{"type":"integer","\#
    minimum":1,"maximum":1000,"default":100}},{"name":"after","in":"query","required":false,"des\#
    cription":"What the page before gave as next.","schema":{"type":"string"}}],"responses":{"20\#
    0":{"description":"By key, a page at a time.","content":{"application/json":{"schema":{"$ref\#
    ":"#/components/schemas/Counts"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/\#
    noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"408":{"$ref":"#/components/re\#
    sponses/timeout"},"429":{"$ref":"#/components/responses/tooManyRequests"},"431":{"$ref":"#/c\#
    omponents/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503"\#
    :{"$ref":"#/components/responses/retryLater"}}}},"/v1/deployment":{"get":{"operationId":"dep\#
    loyment","tags":["public"],"summary":"Deployment document","responses":{"200":{"description"\#
    :"Life, salt and threshold, signed; keys and limits.","content":{"application/json":{"schema\#
    ":{"$ref":"#/components/schemas/Deployment"}}},"headers":{"Cache-Control":{"$ref":"#/compone\#
    nts/headers/noStore"}}},"408":{"$ref":"#/components/responses/timeout"},"429":{"$ref":"#/com\#
    ponents/responses/tooManyRequests"},"431":{"$ref":"#/components/responses/headersTooLarge"},\#
    "500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retry\#
    Later"}}}},"/v1/health":{"get":{"operationId":"health","tags":["public"],"summary":"Health c\#
    heck","responses":{"200":{"description":"Ready, or degraded: searches are answered.","conten\#
    t":{"application/json":{"schema":{"$ref":"#/components/schemas/Health"}}},"headers":{"Cache-\#
    Control":{"$ref":"#/components/headers/noStore"}}},"503":{"description":"Recovering: nothing\#
     is answered yet.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Hea\#
    lth"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"408":{"$ref":"\#
    #/components/responses/timeout"},"431":{"$ref":"#/components/responses/headersTooLarge"},"50\#
    0":{"$ref":"#/components/responses/internal"}}}},"/v1/openapi.json":{"get":{"operationId":"o\#
    penapi","tags":["public"],"summary":"This document","responses":{"200":{"description":"OpenA\#
    PI 3.1.","content":{"application/json":{"schema":{"type":"object"}}},"headers":{"Cache-Contr\#
    ol":{"$ref":"#/components/headers/noStore"}}},"408":{"$ref":"#/components/responses/timeout"\#
    },"429":{"$ref":"#/components/responses/tooManyRequests"},"431":{"$ref":"#/components/respon\#
    ses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"}}}},"/status":{"get":{\#
    "operationId":"statusPage","tags":["operator"],"summary":"The status on a page for people","\#
    description":"The page changes nothing and has no script. A browser asks for a password, whi\#
    ch is the token under any name; no other route takes it so.","security":[{"operatorToken":[]\#
    },{"viewerToken":[]}],"responses":{"200":{"description":"The page.","content":{"text/html":{\#
    "schema":{"type":"string"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStor\#
    e"}}},"401":{"$ref":"#/components/responses/unauthorized"},"408":{"$ref":"#/components/respo\#
    nses/timeout"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/comp\#
    onents/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/statu\#
    s":{"get":{"operationId":"status","tags":["operator"],"summary":"What the log and its projec\#
    tions hold","security":[{"operatorToken":[]},{"viewerToken":[]}],"responses":{"200":{"descri\#
    ption":"Totals.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Statu\#
    s"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"401":{"$ref":"#/\#
    components/responses/unauthorized"},"408":{"$ref":"#/components/responses/timeout"},"431":{"\#
    $ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/intern\#
    al"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/metrics":{"get":{"operationI\#
    d":"metrics","tags":["operator"],"summary":"Prometheus metrics","security":[{"operatorToken"\#
    :[]},{"viewerToken":[]}],"responses":{"200":{"description":"Prometheus' text format.","conte\#
    nt":{"text/plain":{"schema":{"type":"string"}}},"headers":{"Cache-Control":{"$ref":"#/compon\#
    ents/headers/noStore"}}},"401":{"$ref":"#/components/responses/unauthorized"},"408":{"$ref":\#
    "#/components/responses/timeout"},"431":{"$ref":"#/components/responses/headersTooLarge"},"5\#
    00":{"$ref":"#/components/responses/internal"}}}},"/v1/devices":{"get":{"operationId":"devic\#
    es","tags":["operator"],"summary":"Devices","parameters":[{"name":"limit","in":"query","requ\#
    ired":false,"schema":{"type":"integer","minimum":1,"maximum":1000,"default":100}},{"name":"a\#
    fter","in":"query","required":false,"description":"What the page before gave as next.","sche\#
    ma":{"type":"string"}}],"security":[{"operatorToken":[]}],"responses":{"200":{"description":\#
    "By lineage.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Devices"\#
    }}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/co\#
    mponents/responses/malformed"},"401":{"$ref":"#/components/responses/unauthorized"},"408":{"\#
    $ref":"#/components/responses/timeout"},"431":{"$ref":"#/components/responses/headersTooLarg\#
    e"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/r\#
    etryLater"}}}},"/v1/incidents":{"get":{"operationId":"incidents","tags":["operator"],"summar\#
    y":"Detected forks","parameters":[{"name":"limit","in":"query","required":false,"schema":{"t\#
    ype":"integer","minimum":1,"maximum":1000,"default":100}},{"name":"after","in":"query","requ\#
    ired":false,"description":"What the page before gave as next.","schema":{"type":"string"}}],\#
    "security":[{"operatorToken":[]}],"responses":{"200":{"description":"In the order of the log\#
    .","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Incidents"}}},"head\#
    ers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/\#
    responses/malformed"},"401":{"$ref":"#/components/responses/unauthorized"},"408":{"$ref":"#/\#
    components/responses/timeout"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500"\#
    :{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retryLater\#
    "}}}},"/v1/candidates":{"get":{"operationId":"candidates","tags":["operator"],"summary":"Con\#
    tents that are asked for","parameters":[{"name":"limit","in":"query","required":false,"schem\#
    a":{"type":"integer","minimum":1,"maximum":1000,"default":100}},{"name":"after","in":"query"\#
    ,"required":false,"description":"What the page before gave as next.","schema":{"type":"strin\#
    g"}}],"security":[{"operatorToken":[]}],"responses":{"200":{"description":"By tag. Only what\#
     enough devices endorse.","content":{"application/json":{"schema":{"$ref":"#/components/sche\#
    mas/Candidates"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400\#
    ":{"$ref":"#/components/responses/malformed"},"401":{"$ref":"#/components/responses/unauthor\#
    ized"},"408":{"$ref":"#/components/responses/timeout"},"431":{"$ref":"#/components/responses\#
    /headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/compone\#
    nts/responses/retryLater"}}}},"/v1/devices/{lineage}/revoke":{"post":{"operationId":"revokeD\#
    evice","tags":["operator"],"summary":"Remove a device","security":[{"operatorToken":[]}],"pa\#
    rameters":[{"name":"lineage","in":"path","required":true,"description":"32 hexadecimal digit\#
    s.","schema":{"type":"string","pattern":"^[0-9a-f]{32}$"}}],"description":"Its keys are refu\#
    sed from now on; its counts are kept, or retracted as if it had never been there.","requestB\#
    ody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/\#
    Revocation"}}}},"responses":{"200":{"description":"It is in the log. Asked again, nothing ha\#
    ppens.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Change"}}},"he\#
    aders":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/component\#
    s/responses/malformed"},"401":{"$ref":"#/components/responses/unauthorized"},"404":{"$ref":"\#
    #/components/responses/notFound"},"408":{"$ref":"#/components/responses/timeout"},"409":{"$r\#
    ef":"#/components/responses/erased"},"413":{"$ref":"#/components/responses/tooLarge"},"415":\#
    {"$ref":"#/components/responses/unsupportedMediaType"},"431":{"$ref":"#/components/responses\#
    /headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/compone\#
    nts/responses/retryLater"}}}},"/v1/devices/{lineage}/reinstate":{"post":{"operationId":"rein\#
    stateDevice","tags":["operator"],"summary":"Take a removed device back","security":[{"operat\#
    orToken":[]}],"parameters":[{"name":"lineage","in":"path","required":true,"description":"32 \#
    hexadecimal digits.","schema":{"type":"string","pattern":"^[0-9a-f]{32}$"}}],"responses":{"2\#
    00":{"description":"It is in the log. Asked again, nothing happens.","content":{"application\#
    /json":{"schema":{"$ref":"#/components/schemas/Change"}}},"headers":{"Cache-Control":{"$ref"\#
    :"#/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"401":{\#
    "$ref":"#/components/responses/unauthorized"},"404":{"$ref":"#/components/responses/notFound\#
    "},"408":{"$ref":"#/components/responses/timeout"},"409":{"$ref":"#/components/responses/era\#
    sed"},"413":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/components/responses\#
    /unsupportedMediaType"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref\#
    ":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"\#
    /v1/devices/{lineage}/retract":{"post":{"operationId":"retractReports","tags":["operator"],"\#
    summary":"Take reports out of the counts","security":[{"operatorToken":[]}],"parameters":[{"\#
    name":"lineage","in":"path","required":true,"description":"32 hexadecimal digits.","schema":\#
    {"type":"string","pattern":"^[0-9a-f]{32}$"}}],"description":"What the reports of one epoch \#
    from the first number to the last count for goes, or counts again. The device continues.","r\#
    equestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/s\#
    chemas/Retraction"}}}},"responses":{"200":{"description":"It is in the log. Asked again, not\#
    hing happens.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Change"\#
    }}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/co\#
    mponents/responses/malformed"},"401":{"$ref":"#/components/responses/unauthorized"},"404":{"\#
    $ref":"#/components/responses/notFound"},"408":{"$ref":"#/components/responses/timeout"},"40\#
    9":{"$ref":"#/components/responses/erased"},"413":{"$ref":"#/components/responses/tooLarge"}\#
    ,"415":{"$ref":"#/components/responses/unsupportedMediaType"},"431":{"$ref":"#/components/re\#
    sponses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/\#
    components/responses/retryLater"}}}},"/v1/devices/{lineage}/erase":{"post":{"operationId":"e\#
    raseDevice","tags":["operator"],"summary":"Erase what a device reported","security":[{"opera\#
    torToken":[]}],"parameters":[{"name":"lineage","in":"path","required":true,"description":"32\#
     hexadecimal digits.","schema":{"type":"string","pattern":"^[0-9a-f]{32}$"}}],"description":\#
    "Removes it, retracts its counts and takes its reports out of the log, for ever.","responses\#
    ":{"200":{"description":"It is in the log. Asked again, nothing happens.","content":{"applic\#
    ation/json":{"schema":{"$ref":"#/components/schemas/Change"}}},"headers":{"Cache-Control":{"\#
    $ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"4\#
    01":{"$ref":"#/components/responses/unauthorized"},"404":{"$ref":"#/components/responses/not\#
    Found"},"408":{"$ref":"#/components/responses/timeout"},"413":{"$ref":"#/components/response\#
    s/tooLarge"},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"431":{"$ref":"#/c\#
    omponents/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503"\#
    :{"$ref":"#/components/responses/retryLater"}}}},"/v1/items/{tag}/take-down":{"post":{"opera\#
    tionId":"takeDownItem","tags":["operator"],"summary":"Hide an item","security":[{"operatorTo\#
    ken":[]}],"parameters":[{"name":"tag","in":"path","required":true,"description":"34 hexadeci\#
    mal digits.","schema":{"type":"string","pattern":"^[0-9a-f]{34}$"}}],"responses":{"200":{"de\#
    scription":"It is in the log. Asked again, nothing happens.","content":{"application/json":{\#
    "schema":{"$ref":"#/components/schemas/Change"}}},"headers":{"Cache-Control":{"$ref":"#/comp\#
    onents/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"401":{"$ref":"\#
    #/components/responses/unauthorized"},"404":{"$ref":"#/components/responses/notFound"},"408"\#
    :{"$ref":"#/components/responses/timeout"},"413":{"$ref":"#/components/responses/tooLarge"},\#
    "415":{"$ref":"#/components/responses/unsupportedMediaType"},"431":{"$ref":"#/components/res\#
    ponses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/c\#
    omponents/responses/retryLater"}}}},"/v1/items/{tag}/restore":{"post":{"operationId":"restor\#
    eItem","tags":["operator"],"summary":"Restore an item","security":[{"operatorToken":[]}],"pa\#
    rameters":[{"name":"tag","in":"path","required":true,"description":"34 hexadecimal digits.",\#
    "schema":{"type":"string","pattern":"^[0-9a-f]{34}$"}}],"responses":{"200":{"description":"I\#
    t is in the log. Asked again, nothing happens.","content":{"application/json":{"schema":{"$r\#
    ef":"#/components/schemas/Change"}}},"headers":{"Cache-Control":{"$ref":"#/components/header\#
    s/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"401":{"$ref":"#/components/\#
    responses/unauthorized"},"404":{"$ref":"#/components/responses/notFound"},"408":{"$ref":"#/c\#
    omponents/responses/timeout"},"413":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref"\#
    :"#/components/responses/unsupportedMediaType"},"431":{"$ref":"#/components/responses/header\#
    sTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/res\#
    ponses/retryLater"}}}}},"components":{"securitySchemes":{"operatorToken":{"type":"http","sch\#
    eme":"bearer"},"viewerToken":{"type":"http","scheme":"bearer","description":"Reads the statu\#
    s and the metrics, and changes nothing."}},"responses":{"malformed":{"description":"The requ\#
    est cannot be read as what it should be.","content":{"application/problem+json": {"schema":{\#
    "$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/he\#
    aders/noStore"}}},"unauthorized":{"description":"The operator's token is missing or wrong.",\#
    "content":{"application/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"\#
    headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"},"WWW-Authenticate":{"schem\#
    a":{"type":"string"}}}},"notAllowed":{"description":"A signature does not fit, the device wa\#
    s removed, or may not enrol.","content":{"application/problem+json": {"schema":{"$ref":"#/co\#
    mponents/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStor\#
    e"}}},"notFound":{"description":"There is no such thing.","content":{"application/problem+js\#
    on": {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":\#
    "#/components/headers/noStore"}}},"timeout":{"description":"The request came too slowly.","c\#
    ontent":{"application/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"he\#
    aders":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"stale":{"description":"Th\#
    e request is of another time than the aggregator's: an old one, or the clock is wrong.","con\#
    tent":{"application/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"head\#
    ers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"erased":{"description":"Wha\#
    t the device reported was erased, for ever: its counts cannot be kept, and it cannot be rein\#
    stated.","content":{"application/problem+json": {"schema":{"$ref":"#/components/schemas/Prob\#
    lem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"tooLarge":{"de\#
    scription":"The body, or what it inflates to, is larger than what is taken.","content":{"app\#
    lication/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cach\#
    e-Control":{"$ref":"#/components/headers/noStore"}}},"unsupportedMediaType":{"description":"\#
    The body's type or encoding is not taken.","content":{"application/problem+json": {"schema":\#
    {"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/h\#
    eaders/noStore"}}},"tooManyRequests":{"description":"Too much comes from one address: enrolm\#
    ents a minute, or requests and bytes that wait.","content":{"application/problem+json": {"sc\#
    hema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/compon\#
    ents/headers/noStore"},"Retry-After":{"description":"Seconds.","schema":{"type":"integer"}}}\#
    },"headersTooLarge":{"description":"The head of the request is too large.","content":{"appli\#
    cation/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-\#
    Control":{"$ref":"#/components/headers/noStore"}}},"internal":{"description":"Something went\#
     wrong in the server.","content":{"application/problem+json": {"schema":{"$ref":"#/component\#
    s/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"\#
    retryLater":{"description":"The aggregator cannot take it now; nothing was taken.","content"\#
    :{"application/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":\#
    {"Cache-Control":{"$ref":"#/components/headers/noStore"},"Retry-After":{"description":"Secon\#
    ds.","schema":{"type":"integer"}}}}},"headers":{"noStore":{"description":"Nobody may keep an\#
     answer: what it shows may be taken down a moment later.","schema":{"type":"string","const":\#
    "no-store"}}},"schemas":{"Item":{"type":"object","required":["tag","key","app","activityType\#
    ","title","contentDescription","keywords","thumbnailURL","events","distinctDevices","shown",\#
    "engaged","popularity"],"properties":{"tag":{"type":"string","pattern":"^[0-9a-f]{34}$","des\#
    cription":"The item's one-way name."},"key":{"type":"string","description":"Its public ident\#
    ity: the URL if it has one, else app/id."},"app":{"type":"string","description":"The app tha\#
    t says so: nobody proves whose page it is."},"activityType":{"type":"string"},"title":{"type\#
    ":"string"},"contentDescription":{"type":"string"},"keywords":{"type":"array","items":{"type\#
    ":"string"}},"thumbnailURL":{"type":"string"},"details":{"$ref":"#/components/schemas/Detail\#
    s"},"events":{"type":"integer","minimum":0,"description":"Engagements of the devices that en\#
    dorse it, at most one a device and day."},"distinctDevices":{"type":"integer","minimum":0,"d\#
    escription":"Devices that endorse it now; never below the threshold."},"shown":{"type":"inte\#
    ger","minimum":0,"description":"Lists of public results in which people saw it, at most 10 a\#
     device and day."},"engaged":{"type":"integer","minimum":0,"description":"How often it was o\#
    pened from one of these lists."},"interval":{"type":"array","items":{"type":"integer","minim\#
    um":0,"maximum":1000},"minItems":2,"maxItems":2,"description":"The 95% Wilson score interval\#
     of engaged / shown, in thousandths; absent if it was never shown."},"popularity":{"type":"i\#
    nteger","minimum":0,"description":"Devices that engaged with it on each day, in thousandths;\#
     half is left after 30 days."}},"description":"A public item. Fields that it does not have a\#
    re empty."},"Details":{"type":"object","properties":{"contentType":{"type":"string"},"rating\#
    ":{"type":"number","minimum":0,"maximum":5},"ratingDescription":{"type":"string"},"price":{"\#
    type":["number","string"]},"priceCurrency":{"type":"string"},"priceRange":{"type":"string"},\#
    "namedLocation":{"type":"string"},"fullyFormattedAddress":{"type":"string"},"subThoroughfare\#
    ":{"type":"string"},"thoroughfare":{"type":"string"},"city":{"type":"string"},"stateOrProvin\#
    ce":{"type":"string"},"postalCode":{"type":"string"},"country":{"type":"string"},"latitude":\#
    {"type":"number","minimum":-90,"maximum":90},"longitude":{"type":"number","minimum":-180,"ma\#
    ximum":180},"supportsNavigation":{"type":"boolean"},"phoneNumbers":{"type":"array","maxItems\#
    ":4,"items":{"type":"string"}},"supportsPhoneCall":{"type":"boolean"},"startDate":{"type":"s\#
    tring","format":"date-time"},"endDate":{"type":"string","format":"date-time"},"dueDate":{"ty\#
    pe":"string","format":"date-time"},"allDay":{"type":"boolean"},"duration":{"type":"number","\#
    minimum":0},"pageCount":{"type":"number","minimum":0},"fileSize":{"type":"number","minimum":\#
    0},"contentURL":{"type":"string"},"authorNames":{"type":"array","maxItems":4,"items":{"type"\#
    :"string"}},"artist":{"type":"string"},"album":{"type":"string"},"userInfo":{"type":"object"\#
    ,"description":"What the app needs to continue the activity, by its required keys.","additio\#
    nalProperties":{"type":["string","integer","boolean"]}}},"description":"What the item's app \#
    shares besides words, by the names of attributes; missing if it shares nothing."},"Items":{"\#
    type":"object","required":["items"],"properties":{"items":{"type":"array","items":{"$ref":"#\#
    /components/schemas/Item"}}}},"Count":{"type":"object","required":["key","tag","app","events\#
    ","distinctDevices","firstDay","lastDay"],"properties":{"key":{"type":"string"},"tag":{"type\#
    ":"string","pattern":"^[0-9a-f]{34}$","description":"The item's one-way name."},"app":{"type\#
    ":"string","description":"The app that says so: nobody proves whose page it is."},"events":{\#
    "type":"integer","minimum":0},"distinctDevices":{"type":"integer","minimum":0},"firstDay":{"\#
    type":"string","format":"date"},"lastDay":{"type":"string","format":"date"}}},"Counts":{"typ\#
    e":"object","required":["items","next"],"properties":{"items":{"type":"array","items":{"$ref\#
    ":"#/components/schemas/Count"}},"next":{"type":["string","null"],"description":"For the par\#
    ameter after; null on the last page."}}},"Limits":{"type":"object","required":["batchEntryCo\#
    unt","batchByteCount","retryDelayMilliseconds","retryDelayMaxMilliseconds","requestTimeoutMi\#
    lliseconds"],"properties":{"batchEntryCount":{"type":"integer","minimum":0},"batchByteCount"\#
    :{"type":"integer","minimum":0},"retryDelayMilliseconds":{"type":"integer","minimum":0},"ret\#
    ryDelayMaxMilliseconds":{"type":"integer","minimum":0},"requestTimeoutMilliseconds":{"type":\#
    "integer","minimum":0}}},"Endorsement":{"type":"object","required":["key","endorser","signat\#
    ure"],"properties":{"key":{"type":"string","pattern":"^[0-9a-f]{64}$","description":"A newer\#
     key."},"endorser":{"type":"string","pattern":"^[0-9a-f]{64}$","description":"An older one, \#
    that signed for it."},"signature":{"type":"string","pattern":"^[0-9a-f]{128}$","description"\#
    :"Ed25519, of \"spotlog cloud key 1\" and the newer key's 32 bytes."}}},"Deployment":{"type"\#
    :"object","required":["cloudLife","tagSalt","threshold","signature","keys","endorsements","a\#
    dmission","limits"],"properties":{"cloudLife":{"type":"string","pattern":"^[0-9a-f]{32}$","d\#
    escription":"Taken again after each restore of the aggregator."},"tagSalt":{"type":"string",\#
    "description":"The public salt of tags, in hex."},"threshold":{"type":"integer","minimum":1}\#
    ,"signature":{"type":"string","pattern":"^[0-9a-f]{128}$","description":"Of cloudLife, tagSa\#
    lt and threshold, by the first key; what is signed stands in Journal/FORMAT.md, \"Deployment\#
    s\"."},"keys":{"type":"array","items":{"type":"string","pattern":"^[0-9a-f]{64}$","descripti\#
    on":"An Ed25519 public key that signs, or signed before."},"description":"The first one sign\#
    s now."},"endorsements":{"type":"array","items":{"$ref":"#/components/schemas/Endorsement"}}\#
    ,"admission":{"type":"string","enum":["open","token","attestation"]},"limits":{"$ref":"#/com\#
    ponents/schemas/Limits"}}},"Health":{"type":"object","required":["status","reasons","oldestR\#
    equestMilliseconds"],"properties":{"oldestRequestMilliseconds":{"type":"integer","minimum":0\#
    ,"description":"How long the oldest request has waited for its answer; 0: none waits."},"sta\#
    tus":{"type":"string","enum":["ready","degraded","recovering"]},"reasons":{"type":"array","i\#
    tems":{"type":"string"},"description":"Why it is not ready, a sentence each."}}},"Status":{"\#
    type":"object","required":["cloudLife","logEntries","lineages","reports","publicItems","stat\#
    eDigest"],"properties":{"cloudLife":{"type":"string"},"logEntries":{"type":"integer","minimu\#
    m":0},"logDigest":{"type":"string"},"lineages":{"type":"integer","minimum":0},"epochs":{"typ\#
    e":"integer","minimum":0},"reports":{"type":"integer","minimum":0},"items":{"type":"integer"\#
    ,"minimum":0},"publicItems":{"type":"integer","minimum":0},"wanted":{"type":"integer","minim\#
    um":0},"threshold":{"type":"integer","minimum":0},"incidents":{"type":"integer","minimum":0}\#
    ,"missingNumbers":{"type":"integer","minimum":0,"description":"Numbers of reports that devic\#
    es had pruned when the cloud went back."},"backedUpEntry":{"type":"integer","minimum":0,"des\#
    cription":"The entry up to which every backup of the log holds it."},"recovering":{"type":"s\#
    tring","description":"Why nothing is public after a restore."},"acceptsLoss":{"type":"boolea\#
    n"},"acceptedLosses":{"type":"array","items":{"type":"string"}},"lastBackup":{"type":"object\#
    ","required":["file","time"],"properties":{"file":{"type":"string"},"time":{"type":"string",\#
    "format":"date-time"}}},"damagedBackups":{"type":"array","items":{"type":"string"}},"unasked\#
    Contents":{"type":"integer","minimum":0},"stateDigest":{"type":"string","description":"SHA-2\#
    56 of the whole state: equal after a rebuild."}}},"Device":{"type":"object","required":["lin\#
    eage","epochs","enrolled","isRevoked","countsRetracted","isErased"],"properties":{"lineage":\#
    {"type":"string","pattern":"^[0-9a-f]{32}$","description":"The device with all its restores \#
    and copies."},"epochs":{"type":"array","items":{"type":"object","required":["epoch","head","\#
    incidents"],"properties":{"epoch":{"type":"string"},"head":{"type":"integer","minimum":0},"i\#
    ncidents":{"type":"integer","minimum":0}}}},"enrolled":{"type":"string","format":"date-time"\#
    },"received":{"type":"string","format":"date-time"},"isRevoked":{"type":"boolean"},"countsRe\#
    tracted":{"type":"boolean"},"isErased":{"type":"boolean"}}},"Devices":{"type":"object","requ\#
    ired":["devices","next"],"properties":{"devices":{"type":"array","items":{"$ref":"#/componen\#
    ts/schemas/Device"}},"next":{"type":["string","null"],"description":"For the parameter after\#
    ; null on the last page."}}},"Incident":{"type":"object","required":["number","time","lineag\#
    e","epoch","first","last","known","sent"],"properties":{"number":{"type":"integer","minimum"\#
    :0},"time":{"type":"string","format":"date-time"},"lineage":{"type":"string"},"epoch":{"type\#
    ":"string"},"first":{"type":"integer","minimum":0},"last":{"type":"integer","minimum":0},"kn\#
    own":{"type":"string"},"sent":{"type":"string"}},"description":"A device sent other content \#
    under numbers that the log has."},"Incidents":{"type":"object","required":["incidents","next\#
    "],"properties":{"incidents":{"type":"array","items":{"$ref":"#/components/schemas/Incident"\#
    }},"next":{"type":["string","null"],"description":"For the parameter after; null on the last\#
     page."}}},"Candidate":{"type":"object","required":["tag","content","endorsers","asked","isT\#
    akenDown"],"properties":{"tag":{"type":"string"},"content":{"type":"string"},"endorsers":{"t\#
    ype":"integer","minimum":0},"asked":{"type":"integer","minimum":0},"isTakenDown":{"type":"bo\#
    olean"}},"description":"Enough devices endorse a content, and none has sent it yet."},"Candi\#
    dates":{"type":"object","required":["candidates","next"],"properties":{"candidates":{"type":\#
    "array","items":{"$ref":"#/components/schemas/Candidate"}},"next":{"type":["string","null"],\#
    "description":"For the parameter after; null on the last page."}}},"Revocation":{"type":"obj\#
    ect","required":["counts"],"properties":{"counts":{"type":"string","enum":["kept","retracted\#
    "]}}},"Retraction":{"type":"object","required":["counts","epoch","first","last"],"properties\#
    ":{"counts":{"type":"string","enum":["kept","retracted"]},"epoch":{"type":"string","pattern"\#
    :"^[0-9a-f]{32}$"},"first":{"type":"integer","minimum":1},"last":{"type":"integer","minimum"\#
    :1,"description":"Not below the first; the range may hold numbers that have not come yet."}}\#
    },"Change":{"type":"object","required":["subject","controlEntries","redactedBatches"],"prope\#
    rties":{"subject":{"type":"string","description":"The lineage or the tag of the path."},"con\#
    trolEntries":{"type":"integer","minimum":0,"description":"Entries that the log got for it; 0\#
    : it was so before."},"redactedBatches":{"type":"integer","minimum":0,"description":"Batches\#
     whose content an erasure took out of the log."}},"description":"What came of an operator's \#
    request."},"Problem":{"type":"object","required":["type","title","status","detail"],"propert\#
    ies":{"type":{"type":"string","description":"urn:spotlog:problem:NAME; stays as it is."},"ti\#
    tle":{"type":"string"},"status":{"type":"integer"},"detail":{"type":"string","description":"\#
    What was wrong and what to do next."},"retryAfterMilliseconds":{"type":"integer","minimum":0\#
    },"cloudTime":{"type":"integer","description":"The aggregator's time, in milliseconds since \#
    1970, where the request was refused for its own."},"signature":{"type":"string","pattern":"^\#
    [0-9a-f]{144}$","description":"The aggregator's signature over the request and the refusal, \#
    as FORMAT.md says: without it a device only tries again later."}},"description":"RFC 9457."}\#
    }}}
    """#
}
