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
    en","tags":["devices"],"summary":"Say where the device is","description":"Lineage, time and \#
    locator; answered with how that relates to what the cloud has, and with what is wanted.","pa\#
    rameters":[{"name":"Content-Encoding","in":"header","required":false,"description":"gzip or \#
    deflate, once. Batches are compressed already.","schema":{"type":"string","enum":["identity"\#
    ,"gzip","deflate"]}}],"requestBody":{"required":true,"description":"The bytes of the request\#
    , laid out in Journal/FORMAT.md, \"The conversation\".","content":{"application/vnd.spotlog.\#
    sync":{"schema":{"type":"string","format":"binary"}},"application/octet-stream":{"schema":{"\#
    type":"string","format":"binary"}}}},"responses":{"200":{"description":"The bytes of the ans\#
    wer, laid out in the same place.","content":{"application/vnd.spotlog.sync":{"schema":{"type\#
    ":"string","format":"binary"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noS\#
    tore"}}},"400":{"$ref":"#/components/responses/malformed"},"403":{"$ref":"#/components/respo\#
    nses/notAllowed"},"408":{"$ref":"#/components/responses/timeout"},"409":{"$ref":"#/component\#
    s/responses/stale"},"413":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/compon\#
    ents/responses/unsupportedMediaType"},"429":{"$ref":"#/components/responses/tooManyRequests"\#
    },"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/respon\#
    ses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/append":{"post":{"\#
    operationId":"append","tags":["devices"],"summary":"Send a batch","description":"Consecutive\#
     entries of the device's shared journal; answered with a receipt once they are durable, or a\#
     verdict. Sent again, it gets its receipt again and changes nothing.","parameters":[{"name":\#
    "Content-Encoding","in":"header","required":false,"description":"gzip or deflate, once. Batc\#
    hes are compressed already.","schema":{"type":"string","enum":["identity","gzip","deflate"]}\#
    }],"requestBody":{"required":true,"description":"The bytes of the request, laid out in Journ\#
    al/FORMAT.md, \"The conversation\".","content":{"application/vnd.spotlog.sync":{"schema":{"t\#
    ype":"string","format":"binary"}},"application/octet-stream":{"schema":{"type":"string","for\#
    mat":"binary"}}}},"responses":{"200":{"description":"The bytes of the answer, laid out in th\#
    e same place.","content":{"application/vnd.spotlog.sync":{"schema":{"type":"string","format"\#
    :"binary"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$r\#
    ef":"#/components/responses/malformed"},"403":{"$ref":"#/components/responses/notAllowed"},"\#
    408":{"$ref":"#/components/responses/timeout"},"413":{"$ref":"#/components/responses/tooLarg\#
    e"},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"429":{"$ref":"#/components\#
    /responses/tooManyRequests"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{\#
    "$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}\#
    }}},"/v1/wanted":{"post":{"operationId":"wanted","tags":["devices"],"summary":"Ask what is w\#
    anted","description":"What the device was asked for and does not have any more; answered wit\#
    h what is wanted of it.","parameters":[{"name":"Content-Encoding","in":"header","required":f\#
    alse,"description":"gzip or deflate, once. Batches are compressed already.","schema":{"type"\#
    :"string","enum":["identity","gzip","deflate"]}}],"requestBody":{"required":true,"descriptio\#
    n":"The bytes of the request, laid out in Journal/FORMAT.md, \"The conversation\".","content\#
    ":{"application/vnd.spotlog.sync":{"schema":{"type":"string","format":"binary"}},"applicatio\#
    n/octet-stream":{"schema":{"type":"string","format":"binary"}}}},"responses":{"200":{"descri\#
    ption":"The bytes of the answer, laid out in the same place.","content":{"application/vnd.sp\#
    otlog.sync":{"schema":{"type":"string","format":"binary"}}},"headers":{"Cache-Control":{"$re\#
    f":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"403"\#
    :{"$ref":"#/components/responses/notAllowed"},"408":{"$ref":"#/components/responses/timeout"\#
    },"409":{"$ref":"#/components/responses/stale"},"413":{"$ref":"#/components/responses/tooLar\#
    ge"},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"429":{"$ref":"#/component\#
    s/responses/tooManyRequests"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":\#
    {"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"\#
    }}}},"/v1/rotate":{"post":{"operationId":"rotate","tags":["devices"],"summary":"Change the d\#
    evice's key","description":"Signed with the old key and the new one; answered with a grant o\#
    f the same epoch for the new key.","parameters":[{"name":"Content-Encoding","in":"header","r\#
    equired":false,"description":"gzip or deflate, once. Batches are compressed already.","schem\#
    a":{"type":"string","enum":["identity","gzip","deflate"]}}],"requestBody":{"required":true,"\#
    description":"The bytes of the request, laid out in Journal/FORMAT.md, \"The conversation\".\#
    ","content":{"application/vnd.spotlog.sync":{"schema":{"type":"string","format":"binary"}},"\#
    application/octet-stream":{"schema":{"type":"string","format":"binary"}}}},"responses":{"200\#
    ":{"description":"The bytes of the answer, laid out in the same place.","content":{"applicat\#
    ion/vnd.spotlog.sync":{"schema":{"type":"string","format":"binary"}}},"headers":{"Cache-Cont\#
    rol":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/malform\#
    ed"},"403":{"$ref":"#/components/responses/notAllowed"},"408":{"$ref":"#/components/response\#
    s/timeout"},"409":{"$ref":"#/components/responses/stale"},"413":{"$ref":"#/components/respon\#
    ses/tooLarge"},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"429":{"$ref":"#\#
    /components/responses/tooManyRequests"},"431":{"$ref":"#/components/responses/headersTooLarg\#
    e"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/r\#
    etryLater"}}}},"/v1/grant":{"post":{"operationId":"grant","tags":["devices"],"summary":"Go o\#
    n in a new epoch","description":"For a device that was restored or copied, or that lost its \#
    epoch's key. Signed with the key that all lives of the device have in common, and with the n\#
    ew epoch's; answered with the grant of an epoch that continues from the last entry that both\#
     sides have, and with what the device's other lives have withdrawn.","parameters":[{"name":"\#
    Content-Encoding","in":"header","required":false,"description":"gzip or deflate, once. Batch\#
    es are compressed already.","schema":{"type":"string","enum":["identity","gzip","deflate"]}}\#
    ],"requestBody":{"required":true,"description":"The bytes of the request, laid out in Journa\#
    l/FORMAT.md, \"The conversation\".","content":{"application/vnd.spotlog.sync":{"schema":{"ty\#
    pe":"string","format":"binary"}},"application/octet-stream":{"schema":{"type":"string","form\#
    at":"binary"}}}},"responses":{"200":{"description":"The bytes of the answer, laid out in the\#
     same place.","content":{"application/vnd.spotlog.sync":{"schema":{"type":"string","format":\#
    "binary"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$re\#
    f":"#/components/responses/malformed"},"403":{"$ref":"#/components/responses/notAllowed"},"4\#
    08":{"$ref":"#/components/responses/timeout"},"409":{"$ref":"#/components/responses/stale"},\#
    "413":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/components/responses/unsup\#
    portedMediaType"},"429":{"$ref":"#/components/responses/tooManyRequests"},"431":{"$ref":"#/c\#
    omponents/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503"\#
    :{"$ref":"#/components/responses/retryLater"}}}},"/v1/recover":{"post":{"operationId":"recov\#
    er","tags":["devices"],"summary":"Bring back grants that the cloud forgot","description":"Fo\#
    r a device that the cloud does not know any more, since it was restored from an older backup\#
    . Grants that a key of this cloud signed are believed; for others the device has to be admit\#
    ted like a new one.","parameters":[{"name":"Content-Encoding","in":"header","required":false\#
    ,"description":"gzip or deflate, once. Batches are compressed already.","schema":{"type":"st\#
    ring","enum":["identity","gzip","deflate"]}}],"requestBody":{"required":true,"description":"\#
    The bytes of the request, laid out in Journal/FORMAT.md, \"The conversation\".","content":{"\#
    application/vnd.spotlog.sync":{"schema":{"type":"string","format":"binary"}},"application/oc\#
    tet-stream":{"schema":{"type":"string","format":"binary"}}}},"responses":{"200":{"descriptio\#
    n":"The bytes of the answer, laid out in the same place.","content":{"application/vnd.spotlo\#
    g.sync":{"schema":{"type":"string","format":"binary"}}},"headers":{"Cache-Control":{"$ref":"\#
    #/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"403":{"$\#
    ref":"#/components/responses/notAllowed"},"408":{"$ref":"#/components/responses/timeout"},"4\#
    09":{"$ref":"#/components/responses/stale"},"413":{"$ref":"#/components/responses/tooLarge"}\#
    ,"415":{"$ref":"#/components/responses/unsupportedMediaType"},"429":{"$ref":"#/components/re\#
    sponses/tooManyRequests"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$r\#
    ef":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}}\#
    ,"/v1/resend":{"post":{"operationId":"resend","tags":["devices"],"summary":"Send entries tha\#
    t the cloud had before it was restored","description":"A batch as for append, with the recei\#
    pt that the cloud gave for it: the entries keep the time at which they were first received."\#
    ,"parameters":[{"name":"Content-Encoding","in":"header","required":false,"description":"gzip\#
     or deflate, once. Batches are compressed already.","schema":{"type":"string","enum":["ident\#
    ity","gzip","deflate"]}}],"requestBody":{"required":true,"description":"The bytes of the req\#
    uest, laid out in Journal/FORMAT.md, \"The conversation\".","content":{"application/vnd.spot\#
    log.sync":{"schema":{"type":"string","format":"binary"}},"application/octet-stream":{"schema\#
    ":{"type":"string","format":"binary"}}}},"responses":{"200":{"description":"The bytes of the\#
     answer, laid out in the same place.","content":{"application/vnd.spotlog.sync":{"schema":{"\#
    type":"string","format":"binary"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers\#
    /noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"403":{"$ref":"#/components/r\#
    esponses/notAllowed"},"408":{"$ref":"#/components/responses/timeout"},"409":{"$ref":"#/compo\#
    nents/responses/stale"},"413":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/co\#
    mponents/responses/unsupportedMediaType"},"429":{"$ref":"#/components/responses/tooManyReque\#
    sts"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/re\#
    sponses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/":{"get":{"operat\#
    ionId":"page","tags":["public"],"summary":"Search the public index on a page for people","de\#
    scription":"The page works without scripts: its form asks for it with q. Its Content-Securit\#
    y-Policy permits the one script that is in it, and requests to this server.","parameters":[{\#
    "name":"q","in":"query","required":false,"description":"At most 256 UTF-8 bytes. Without it \#
    the page has no results.","schema":{"type":"string","maxLength":256}},{"name":"limit","in":"\#
    query","required":false,"schema":{"type":"integer","minimum":1,"maximum":100,"default":20}}]\#
    ,"responses":{"200":{"description":"The page, with a card for each item that was found, in t\#
    he order of a search.","content":{"text/html":{"schema":{"type":"string"}}},"headers":{"Cach\#
    e-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"description":"The page, which s\#
    ays what is wrong with the query.","content":{"text/html":{"schema":{"type":"string"}}},"hea\#
    ders":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"408":{"$ref":"#/components\#
    /responses/timeout"},"429":{"$ref":"#/components/responses/tooManyRequests"},"431":{"$ref":"\#
    #/components/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"5\#
    03":{"description":"The page, which says why there is no answer yet.","content":{"text/html"\#
    :{"schema":{"type":"string"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noSt\#
    ore"},"Retry-After":{"description":"Seconds.","schema":{"type":"integer"}}}}}}},"/v1/search"\#
    :{"get":{"operationId":"search","tags":["public"],"summary":"Search the public index","param\#
    eters":[{"name":"q","in":"query","required":true,"description":"At most 256 UTF-8 bytes.","s\#
    chema":{"type":"string","minLength":1,"maxLength":256}},{"name":"limit","in":"query","requir\#
    ed":false,"schema":{"type":"integer","minimum":1,"maximum":100,"default":20}},{"name":"insta\#
    lled","in":"query","required":false,"description":"Installed apps, each as a parameter of it\#
    s own: an item without a page is found only if its app is among them. Nobody has to name any\#
    .","style":"form","explode":true,"schema":{"type":"array","maxItems":100,"items":{"type":"st\#
    ring","minLength":1,"maxLength":255}}}],"responses":{"200":{"description":"Items in which ea\#
    ch word begins a word, those that most devices endorse first.","content":{"application/json"\#
    :{"schema":{"$ref":"#/components/schemas/Items"}}},"headers":{"Cache-Control":{"$ref":"#/com\#
    ponents/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"408":{"$ref":\#
    "#/components/responses/timeout"},"429":{"$ref":"#/components/responses/tooManyRequests"},"4\#
    31":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/\#
    internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/items/{tag}":{"get":{"\#
    operationId":"item","tags":["public"],"summary":"A public item","parameters":[{"name":"tag",\#
    "in":"path","required":true,"description":"34 hexadecimal digits.","schema":{"type":"string"\#
    ,"pattern":"^[0-9a-f]{34}$"}}],"responses":{"200":{"description":"The item.","content":{"app\#
    lication/json":{"schema":{"$ref":"#/components/schemas/Item"}}},"headers":{"Cache-Control":{\#
    "$ref":"#/components/headers/noStore"}}},"404":{"$ref":"#/components/responses/notFound"},"4\#
    08":{"$ref":"#/components/responses/timeout"},"429":{"$ref":"#/components/responses/tooManyR\#
    equests"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/component\#
    s/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/popularity\#
    ":{"get":{"operationId":"popularity","tags":["public"],"summary":"Counts of the public items\#
    ","parameters":[{"name":"limit","in":"query","required":false,"schema":{"type":"integer","mi\#
    nimum":1,"maximum":1000,"default":100}},{"name":"after","in":"query","required":false,"descr\#
    iption":"What the page before gave as next.","schema":{"type":"string"}}],"responses":{"200"\#
    :{"description":"By key, a page at a time.","content":{"application/json":{"schema":{"$ref":\#
    "#/components/schemas/Counts"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/no\#
    Store"}}},"400":{"$ref":"#/components/responses/malformed"},"408":{"$ref":"#/components/resp\#
    onses/timeout"},"429":{"$ref":"#/components/responses/tooManyRequests"},"431":{"$ref":"#/com\#
    ponents/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{\#
    "$ref":"#/components/responses/retryLater"}}}},"/v1/deployment":{"get":{"operationId":"deplo\#
    yment","tags":["public"],"summary":"What a device has to know","responses":{"200":{"descript\#
    ion":"Life, salt and threshold, signed; keys and limits.","content":{"application/json":{"sc\#
    hema":{"$ref":"#/components/schemas/Deployment"}}},"headers":{"Cache-Control":{"$ref":"#/com\#
    ponents/headers/noStore"}}},"408":{"$ref":"#/components/responses/timeout"},"429":{"$ref":"#\#
    /components/responses/tooManyRequests"},"431":{"$ref":"#/components/responses/headersTooLarg\#
    e"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/r\#
    etryLater"}}}},"/v1/health":{"get":{"operationId":"health","tags":["public"],"summary":"Whet\#
    her it works","responses":{"200":{"description":"Ready, or degraded: searches are answered."\#
    ,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Health"}}},"headers":\#
    {"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"503":{"description":"Recovering:\#
     nothing is answered yet.","content":{"application/json":{"schema":{"$ref":"#/components/sch\#
    emas/Health"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"408":{\#
    "$ref":"#/components/responses/timeout"},"431":{"$ref":"#/components/responses/headersTooLar\#
    ge"},"500":{"$ref":"#/components/responses/internal"}}}},"/v1/openapi.json":{"get":{"operati\#
    onId":"openapi","tags":["public"],"summary":"This document","responses":{"200":{"description\#
    ":"OpenAPI 3.1.","content":{"application/json":{"schema":{"type":"object"}}},"headers":{"Cac\#
    he-Control":{"$ref":"#/components/headers/noStore"}}},"408":{"$ref":"#/components/responses/\#
    timeout"},"429":{"$ref":"#/components/responses/tooManyRequests"},"431":{"$ref":"#/component\#
    s/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"}}}},"/status":\#
    {"get":{"operationId":"statusPage","tags":["operator"],"summary":"The status on a page for p\#
    eople","description":"The page changes nothing and has no script. A browser asks for a passw\#
    ord, which is the token under any name; no other route takes it so.","security":[{"operatorT\#
    oken":[]},{"viewerToken":[]}],"responses":{"200":{"description":"The page.","content":{"text\#
    /html":{"schema":{"type":"string"}}},"headers":{"Cache-Control":{"$ref":"#/components/header\#
    s/noStore"}}},"401":{"$ref":"#/components/responses/unauthorized"},"408":{"$ref":"#/componen\#
    ts/responses/timeout"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref"\#
    :"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/\#
    v1/status":{"get":{"operationId":"status","tags":["operator"],"summary":"What the log and it\#
    s projections hold","security":[{"operatorToken":[]},{"viewerToken":[]}],"responses":{"200":\#
    {"description":"Totals.","content":{"application/json":{"schema":{"$ref":"#/components/schem\#
    as/Status"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"401":{"$\#
    ref":"#/components/responses/unauthorized"},"408":{"$ref":"#/components/responses/timeout"},\#
    "431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/response\#
    s/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/metrics":{"get":{"op\#
    erationId":"metrics","tags":["operator"],"summary":"Prometheus metrics","security":[{"operat\#
    orToken":[]},{"viewerToken":[]}],"responses":{"200":{"description":"Prometheus' text format.\#
    ","content":{"text/plain":{"schema":{"type":"string"}}},"headers":{"Cache-Control":{"$ref":"\#
    #/components/headers/noStore"}}},"401":{"$ref":"#/components/responses/unauthorized"},"408":\#
    {"$ref":"#/components/responses/timeout"},"431":{"$ref":"#/components/responses/headersTooLa\#
    rge"},"500":{"$ref":"#/components/responses/internal"}}}},"/v1/devices":{"get":{"operationId\#
    ":"devices","tags":["operator"],"summary":"Devices","parameters":[{"name":"limit","in":"quer\#
    y","required":false,"schema":{"type":"integer","minimum":1,"maximum":1000,"default":100}},{"\#
    name":"after","in":"query","required":false,"description":"What the page before gave as next\#
    .","schema":{"type":"string"}}],"security":[{"operatorToken":[]}],"responses":{"200":{"descr\#
    iption":"By lineage.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/\#
    Devices"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$re\#
    f":"#/components/responses/malformed"},"401":{"$ref":"#/components/responses/unauthorized"},\#
    "408":{"$ref":"#/components/responses/timeout"},"431":{"$ref":"#/components/responses/header\#
    sTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/res\#
    ponses/retryLater"}}}},"/v1/incidents":{"get":{"operationId":"incidents","tags":["operator"]\#
    ,"summary":"Forks that were met","parameters":[{"name":"limit","in":"query","required":false\#
    ,"schema":{"type":"integer","minimum":1,"maximum":1000,"default":100}},{"name":"after","in":\#
    "query","required":false,"description":"What the page before gave as next.","schema":{"type"\#
    :"string"}}],"security":[{"operatorToken":[]}],"responses":{"200":{"description":"In the ord\#
    er of the log.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Incide\#
    nts"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"\#
    #/components/responses/malformed"},"401":{"$ref":"#/components/responses/unauthorized"},"408\#
    ":{"$ref":"#/components/responses/timeout"},"431":{"$ref":"#/components/responses/headersToo\#
    Large"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/respons\#
    es/retryLater"}}}},"/v1/candidates":{"get":{"operationId":"candidates","tags":["operator"],"\#
    summary":"Contents that are asked for","parameters":[{"name":"limit","in":"query","required"\#
    :false,"schema":{"type":"integer","minimum":1,"maximum":1000,"default":100}},{"name":"after"\#
    ,"in":"query","required":false,"description":"What the page before gave as next.","schema":{\#
    "type":"string"}}],"security":[{"operatorToken":[]}],"responses":{"200":{"description":"By t\#
    ag. Only what enough devices endorse.","content":{"application/json":{"schema":{"$ref":"#/co\#
    mponents/schemas/Candidates"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noS\#
    tore"}}},"400":{"$ref":"#/components/responses/malformed"},"401":{"$ref":"#/components/respo\#
    nses/unauthorized"},"408":{"$ref":"#/components/responses/timeout"},"431":{"$ref":"#/compone\#
    nts/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$re\#
    f":"#/components/responses/retryLater"}}}},"/v1/devices/{lineage}/revoke":{"post":{"operatio\#
    nId":"revokeDevice","tags":["operator"],"summary":"Remove a device","security":[{"operatorTo\#
    ken":[]}],"parameters":[{"name":"lineage","in":"path","required":true,"description":"32 hexa\#
    decimal digits.","schema":{"type":"string","pattern":"^[0-9a-f]{32}$"}}],"description":"Its \#
    keys are refused from now on; its counts are kept, or retracted as if it had never been ther\#
    e.","requestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/compon\#
    ents/schemas/Revocation"}}}},"responses":{"200":{"description":"It is in the log. Asked agai\#
    n, nothing happens.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/C\#
    hange"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref"\#
    :"#/components/responses/malformed"},"401":{"$ref":"#/components/responses/unauthorized"},"4\#
    04":{"$ref":"#/components/responses/notFound"},"408":{"$ref":"#/components/responses/timeout\#
    "},"409":{"$ref":"#/components/responses/erased"},"413":{"$ref":"#/components/responses/tooL\#
    arge"},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"431":{"$ref":"#/compone\#
    nts/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$re\#
    f":"#/components/responses/retryLater"}}}},"/v1/devices/{lineage}/reinstate":{"post":{"opera\#
    tionId":"reinstateDevice","tags":["operator"],"summary":"Take a removed device back","securi\#
    ty":[{"operatorToken":[]}],"parameters":[{"name":"lineage","in":"path","required":true,"desc\#
    ription":"32 hexadecimal digits.","schema":{"type":"string","pattern":"^[0-9a-f]{32}$"}}],"r\#
    esponses":{"200":{"description":"It is in the log. Asked again, nothing happens.","content":\#
    {"application/json":{"schema":{"$ref":"#/components/schemas/Change"}}},"headers":{"Cache-Con\#
    trol":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/malfor\#
    med"},"401":{"$ref":"#/components/responses/unauthorized"},"404":{"$ref":"#/components/respo\#
    nses/notFound"},"408":{"$ref":"#/components/responses/timeout"},"409":{"$ref":"#/components/\#
    responses/erased"},"413":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/compone\#
    nts/responses/unsupportedMediaType"},"431":{"$ref":"#/components/responses/headersTooLarge"}\#
    ,"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retr\#
    yLater"}}}},"/v1/devices/{lineage}/retract":{"post":{"operationId":"retractReports","tags":[\#
    "operator"],"summary":"Take reports out of the counts","security":[{"operatorToken":[]}],"pa\#
    rameters":[{"name":"lineage","in":"path","required":true,"description":"32 hexadecimal digit\#
    s.","schema":{"type":"string","pattern":"^[0-9a-f]{32}$"}}],"description":"What the reports \#
    of one epoch from the first number to the last count for goes, or counts again. The device c\#
    ontinues.","requestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#\#
    /components/schemas/Retraction"}}}},"responses":{"200":{"description":"It is in the log. Ask\#
    ed again, nothing happens.","content":{"application/json":{"schema":{"$ref":"#/components/sc\#
    hemas/Change"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":\#
    {"$ref":"#/components/responses/malformed"},"401":{"$ref":"#/components/responses/unauthoriz\#
    ed"},"404":{"$ref":"#/components/responses/notFound"},"408":{"$ref":"#/components/responses/\#
    timeout"},"409":{"$ref":"#/components/responses/erased"},"413":{"$ref":"#/components/respons\#
    es/tooLarge"},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"431":{"$ref":"#/\#
    components/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503\#
    ":{"$ref":"#/components/responses/retryLater"}}}},"/v1/devices/{lineage}/erase":{"post":{"op\#
    erationId":"eraseDevice","tags":["operator"],"summary":"Erase what a device reported","secur\#
    ity":[{"operatorToken":[]}],"parameters":[{"name":"lineage","in":"path","required":true,"des\#
    cription":"32 hexadecimal digits.","schema":{"type":"string","pattern":"^[0-9a-f]{32}$"}}],"\#
    description":"Removes it, retracts its counts and takes its reports out of the log, for ever\#
    .","responses":{"200":{"description":"It is in the log. Asked again, nothing happens.","cont\#
    ent":{"application/json":{"schema":{"$ref":"#/components/schemas/Change"}}},"headers":{"Cach\#
    e-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/m\#
    alformed"},"401":{"$ref":"#/components/responses/unauthorized"},"404":{"$ref":"#/components/\#
    responses/notFound"},"408":{"$ref":"#/components/responses/timeout"},"413":{"$ref":"#/compon\#
    ents/responses/tooLarge"},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"431"\#
    :{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/int\#
    ernal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/items/{tag}/take-down":{"\#
    post":{"operationId":"takeDownItem","tags":["operator"],"summary":"Hide an item","security":\#
    [{"operatorToken":[]}],"parameters":[{"name":"tag","in":"path","required":true,"description"\#
    :"34 hexadecimal digits.","schema":{"type":"string","pattern":"^[0-9a-f]{34}$"}}],"responses\#
    ":{"200":{"description":"It is in the log. Asked again, nothing happens.","content":{"applic\#
    ation/json":{"schema":{"$ref":"#/components/schemas/Change"}}},"headers":{"Cache-Control":{"\#
    $ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"4\#
    01":{"$ref":"#/components/responses/unauthorized"},"404":{"$ref":"#/components/responses/not\#
    Found"},"408":{"$ref":"#/components/responses/timeout"},"413":{"$ref":"#/components/response\#
    s/tooLarge"},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"431":{"$ref":"#/c\#
    omponents/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503"\#
    :{"$ref":"#/components/responses/retryLater"}}}},"/v1/items/{tag}/restore":{"post":{"operati\#
    onId":"restoreItem","tags":["operator"],"summary":"No longer hide an item","security":[{"ope\#
    ratorToken":[]}],"parameters":[{"name":"tag","in":"path","required":true,"description":"34 h\#
    exadecimal digits.","schema":{"type":"string","pattern":"^[0-9a-f]{34}$"}}],"responses":{"20\#
    0":{"description":"It is in the log. Asked again, nothing happens.","content":{"application/\#
    json":{"schema":{"$ref":"#/components/schemas/Change"}}},"headers":{"Cache-Control":{"$ref":\#
    "#/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"401":{"\#
    $ref":"#/components/responses/unauthorized"},"404":{"$ref":"#/components/responses/notFound"\#
    },"408":{"$ref":"#/components/responses/timeout"},"413":{"$ref":"#/components/responses/tooL\#
    arge"},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"431":{"$ref":"#/compone\#
    nts/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$re\#
    f":"#/components/responses/retryLater"}}}}},"components":{"securitySchemes":{"operatorToken"\#
    :{"type":"http","scheme":"bearer"},"viewerToken":{"type":"http","scheme":"bearer","descripti\#
    on":"Reads the status and the metrics, and changes nothing."}},"responses":{"malformed":{"de\#
    scription":"The request cannot be read as what it should be.","content":{"application/proble\#
    m+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$r\#
    ef":"#/components/headers/noStore"}}},"unauthorized":{"description":"The operator's token is\#
     missing or wrong.","content":{"application/problem+json": {"schema":{"$ref":"#/components/s\#
    chemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"},"WWW-A\#
    uthenticate":{"schema":{"type":"string"}}}},"notAllowed":{"description":"A signature does no\#
    t fit, the device was removed, or may not enrol.","content":{"application/problem+json": {"s\#
    chema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/compo\#
    nents/headers/noStore"}}},"notFound":{"description":"There is no such thing.","content":{"ap\#
    plication/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cac\#
    he-Control":{"$ref":"#/components/headers/noStore"}}},"timeout":{"description":"The request \#
    came too slowly.","content":{"application/problem+json": {"schema":{"$ref":"#/components/sch\#
    emas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"stale\#
    ":{"description":"The request is of another time than the aggregator's: an old one, or the c\#
    lock is wrong.","content":{"application/problem+json": {"schema":{"$ref":"#/components/schem\#
    as/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"erased"\#
    :{"description":"What the device reported was erased, for ever: its counts cannot be kept, a\#
    nd it cannot be reinstated.","content":{"application/problem+json": {"schema":{"$ref":"#/com\#
    ponents/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore\#
    "}}},"tooLarge":{"description":"The body, or what it inflates to, is larger than what is tak\#
    en.","content":{"application/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"\#
    }}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"unsupportedMediaTy\#
    pe":{"description":"The body's type or encoding is not taken.","content":{"application/probl\#
    em+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$\#
    ref":"#/components/headers/noStore"}}},"tooManyRequests":{"description":"Too much comes from\#
     one address: enrolments a minute, or requests and bytes that wait.","content":{"application\#
    /problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Contro\#
    l":{"$ref":"#/components/headers/noStore"},"Retry-After":{"description":"Seconds.","schema":\#
    {"type":"integer"}}}},"headersTooLarge":{"description":"The head of the request is too large\#
    .","content":{"application/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}\#
    },"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"internal":{"descript\#
    ion":"Something went wrong in the server.","content":{"application/problem+json": {"schema":\#
    {"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/h\#
    eaders/noStore"}}},"retryLater":{"description":"The aggregator cannot take it now; nothing w\#
    as taken.","content":{"application/problem+json": {"schema":{"$ref":"#/components/schemas/Pr\#
    oblem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"},"Retry-After":{\#
    "description":"Seconds.","schema":{"type":"integer"}}}}},"headers":{"noStore":{"description"\#
    :"Nobody may keep an answer: what it shows may be taken down a moment later.","schema":{"typ\#
    e":"string","const":"no-store"}}},"schemas":{"Item":{"type":"object","required":["tag","key"\#
    ,"app","activityType","title","contentDescription","keywords","thumbnailURL","events","disti\#
    nctDevices","shown","engaged","popularity"],"properties":{"tag":{"type":"string","pattern":"\#
    ^[0-9a-f]{34}$","description":"The item's one-way name."},"key":{"type":"string","descriptio\#
    n":"Its public identity: the URL if it has one, else app/id."},"app":{"type":"string","descr\#
    iption":"The app that says so: nobody proves whose page it is."},"activityType":{"type":"str\#
    ing"},"title":{"type":"string"},"contentDescription":{"type":"string"},"keywords":{"type":"a\#
    rray","items":{"type":"string"}},"thumbnailURL":{"type":"string"},"details":{"$ref":"#/compo\#
    nents/schemas/Details"},"events":{"type":"integer","minimum":0,"description":"Engagements of\#
     the devices that endorse it, at most one a device and day."},"distinctDevices":{"type":"int\#
    eger","minimum":0,"description":"Devices that endorse it now; never below the threshold."},"\#
    shown":{"type":"integer","minimum":0,"description":"Lists of public results in which people \#
    saw it, at most 10 a device and day."},"engaged":{"type":"integer","minimum":0,"description"\#
    :"How often it was opened from one of these lists."},"interval":{"type":"array","items":{"ty\#
    pe":"integer","minimum":0,"maximum":1000},"minItems":2,"maxItems":2,"description":"The 95% W\#
    ilson score interval of engaged / shown, in thousandths; absent if it was never shown."},"po\#
    pularity":{"type":"integer","minimum":0,"description":"Devices that engaged with it on each \#
    day, in thousandths; half is left after 30 days."}},"description":"A public item. Fields tha\#
    t it does not have are empty."},"Details":{"type":"object","properties":{"contentType":{"typ\#
    e":"string"},"rating":{"type":"number","minimum":0,"maximum":5},"ratingDescription":{"type":\#
    "string"},"price":{"type":["number","string"]},"priceCurrency":{"type":"string"},"priceRange\#
    ":{"type":"string"},"namedLocation":{"type":"string"},"fullyFormattedAddress":{"type":"strin\#
    g"},"subThoroughfare":{"type":"string"},"thoroughfare":{"type":"string"},"city":{"type":"str\#
    ing"},"stateOrProvince":{"type":"string"},"postalCode":{"type":"string"},"country":{"type":"\#
    string"},"latitude":{"type":"number","minimum":-90,"maximum":90},"longitude":{"type":"number\#
    ","minimum":-180,"maximum":180},"supportsNavigation":{"type":"boolean"},"phoneNumbers":{"typ\#
    e":"array","maxItems":4,"items":{"type":"string"}},"supportsPhoneCall":{"type":"boolean"},"s\#
    tartDate":{"type":"string","format":"date-time"},"endDate":{"type":"string","format":"date-t\#
    ime"},"dueDate":{"type":"string","format":"date-time"},"allDay":{"type":"boolean"},"duration\#
    ":{"type":"number","minimum":0},"pageCount":{"type":"number","minimum":0},"fileSize":{"type"\#
    :"number","minimum":0},"contentURL":{"type":"string"},"authorNames":{"type":"array","maxItem\#
    s":4,"items":{"type":"string"}},"artist":{"type":"string"},"album":{"type":"string"},"userIn\#
    fo":{"type":"object","description":"What the app needs to continue the activity, by its requ\#
    ired keys.","additionalProperties":{"type":["string","integer","boolean"]}}},"description":"\#
    What the item's app shares besides words, by the names of attributes; missing if it shares n\#
    othing."},"Items":{"type":"object","required":["items"],"properties":{"items":{"type":"array\#
    ","items":{"$ref":"#/components/schemas/Item"}}}},"Count":{"type":"object","required":["key"\#
    ,"tag","app","events","distinctDevices","firstDay","lastDay"],"properties":{"key":{"type":"s\#
    tring"},"tag":{"type":"string","pattern":"^[0-9a-f]{34}$","description":"The item's one-way \#
    name."},"app":{"type":"string","description":"The app that says so: nobody proves whose page\#
     it is."},"events":{"type":"integer","minimum":0},"distinctDevices":{"type":"integer","minim\#
    um":0},"firstDay":{"type":"string","format":"date"},"lastDay":{"type":"string","format":"dat\#
    e"}}},"Counts":{"type":"object","required":["items","next"],"properties":{"items":{"type":"a\#
    rray","items":{"$ref":"#/components/schemas/Count"}},"next":{"type":["string","null"],"descr\#
    iption":"For the parameter after; null on the last page."}}},"Limits":{"type":"object","requ\#
    ired":["batchEntryCount","batchByteCount","retryDelayMilliseconds","retryDelayMaxMillisecond\#
    s","requestTimeoutMilliseconds"],"properties":{"batchEntryCount":{"type":"integer","minimum"\#
    :0},"batchByteCount":{"type":"integer","minimum":0},"retryDelayMilliseconds":{"type":"intege\#
    r","minimum":0},"retryDelayMaxMilliseconds":{"type":"integer","minimum":0},"requestTimeoutMi\#
    lliseconds":{"type":"integer","minimum":0}}},"Endorsement":{"type":"object","required":["key\#
    ","endorser","signature"],"properties":{"key":{"type":"string","pattern":"^[0-9a-f]{64}$","d\#
    escription":"A newer key."},"endorser":{"type":"string","pattern":"^[0-9a-f]{64}$","descript\#
    ion":"An older one, that signed for it."},"signature":{"type":"string","pattern":"^[0-9a-f]{\#
    128}$","description":"Ed25519, of \"spotlog cloud key 1\" and the newer key's 32 bytes."}}},\#
    "Deployment":{"type":"object","required":["cloudLife","tagSalt","threshold","signature","key\#
    s","endorsements","admission","limits"],"properties":{"cloudLife":{"type":"string","pattern"\#
    :"^[0-9a-f]{32}$","description":"Taken again after each restore of the aggregator."},"tagSal\#
    t":{"type":"string","description":"The public salt of tags, in hex."},"threshold":{"type":"i\#
    nteger","minimum":1},"signature":{"type":"string","pattern":"^[0-9a-f]{128}$","description":\#
    "Of cloudLife, tagSalt and threshold, by the first key; what is signed stands in Journal/FOR\#
    MAT.md, \"Deployments\"."},"keys":{"type":"array","items":{"type":"string","pattern":"^[0-9a\#
    -f]{64}$","description":"An Ed25519 public key that signs, or signed before."},"description"\#
    :"The first one signs now."},"endorsements":{"type":"array","items":{"$ref":"#/components/sc\#
    hemas/Endorsement"}},"admission":{"type":"string","enum":["open","token","attestation"]},"li\#
    mits":{"$ref":"#/components/schemas/Limits"}}},"Health":{"type":"object","required":["status\#
    ","reasons","oldestRequestMilliseconds"],"properties":{"oldestRequestMilliseconds":{"type":"\#
    integer","minimum":0,"description":"How long the oldest request has waited for its answer; 0\#
    : none waits."},"status":{"type":"string","enum":["ready","degraded","recovering"]},"reasons\#
    ":{"type":"array","items":{"type":"string"},"description":"Why it is not ready, a sentence e\#
    ach."}}},"Status":{"type":"object","required":["cloudLife","logEntries","lineages","reports"\#
    ,"publicItems","stateDigest"],"properties":{"cloudLife":{"type":"string"},"logEntries":{"typ\#
    e":"integer","minimum":0},"logDigest":{"type":"string"},"lineages":{"type":"integer","minimu\#
    m":0},"epochs":{"type":"integer","minimum":0},"reports":{"type":"integer","minimum":0},"item\#
    s":{"type":"integer","minimum":0},"publicItems":{"type":"integer","minimum":0},"wanted":{"ty\#
    pe":"integer","minimum":0},"threshold":{"type":"integer","minimum":0},"incidents":{"type":"i\#
    nteger","minimum":0},"missingNumbers":{"type":"integer","minimum":0,"description":"Numbers o\#
    f reports that devices had let go of when the cloud went back."},"backedUpEntry":{"type":"in\#
    teger","minimum":0,"description":"The entry up to which every backup of the log holds it."},\#
    "recovering":{"type":"string","description":"Why nothing is public after a restore."},"accep\#
    tsLoss":{"type":"boolean"},"acceptedLosses":{"type":"array","items":{"type":"string"}},"last\#
    Backup":{"type":"object","required":["file","time"],"properties":{"file":{"type":"string"},"\#
    time":{"type":"string","format":"date-time"}}},"damagedBackups":{"type":"array","items":{"ty\#
    pe":"string"}},"unaskedContents":{"type":"integer","minimum":0},"stateDigest":{"type":"strin\#
    g","description":"SHA-256 of the whole state: equal after a rebuild."}}},"Device":{"type":"o\#
    bject","required":["lineage","epochs","enrolled","isRevoked","countsRetracted","isErased"],"\#
    properties":{"lineage":{"type":"string","pattern":"^[0-9a-f]{32}$","description":"The device\#
     with all its restores and copies."},"epochs":{"type":"array","items":{"type":"object","requ\#
    ired":["epoch","head","incidents"],"properties":{"epoch":{"type":"string"},"head":{"type":"i\#
    nteger","minimum":0},"incidents":{"type":"integer","minimum":0}}}},"enrolled":{"type":"strin\#
    g","format":"date-time"},"received":{"type":"string","format":"date-time"},"isRevoked":{"typ\#
    e":"boolean"},"countsRetracted":{"type":"boolean"},"isErased":{"type":"boolean"}}},"Devices"\#
    :{"type":"object","required":["devices","next"],"properties":{"devices":{"type":"array","ite\#
    ms":{"$ref":"#/components/schemas/Device"}},"next":{"type":["string","null"],"description":"\#
    For the parameter after; null on the last page."}}},"Incident":{"type":"object","required":[\#
    "number","time","lineage","epoch","first","last","known","sent"],"properties":{"number":{"ty\#
    pe":"integer","minimum":0},"time":{"type":"string","format":"date-time"},"lineage":{"type":"\#
    string"},"epoch":{"type":"string"},"first":{"type":"integer","minimum":0},"last":{"type":"in\#
    teger","minimum":0},"known":{"type":"string"},"sent":{"type":"string"}},"description":"A dev\#
    ice sent other content under numbers that the log has."},"Incidents":{"type":"object","requi\#
    red":["incidents","next"],"properties":{"incidents":{"type":"array","items":{"$ref":"#/compo\#
    nents/schemas/Incident"}},"next":{"type":["string","null"],"description":"For the parameter \#
    after; null on the last page."}}},"Candidate":{"type":"object","required":["tag","content","\#
    endorsers","asked","isTakenDown"],"properties":{"tag":{"type":"string"},"content":{"type":"s\#
    tring"},"endorsers":{"type":"integer","minimum":0},"asked":{"type":"integer","minimum":0},"i\#
    sTakenDown":{"type":"boolean"}},"description":"Enough devices endorse a content, and none ha\#
    s sent it yet."},"Candidates":{"type":"object","required":["candidates","next"],"properties"\#
    :{"candidates":{"type":"array","items":{"$ref":"#/components/schemas/Candidate"}},"next":{"t\#
    ype":["string","null"],"description":"For the parameter after; null on the last page."}}},"R\#
    evocation":{"type":"object","required":["counts"],"properties":{"counts":{"type":"string","e\#
    num":["kept","retracted"]}}},"Retraction":{"type":"object","required":["counts","epoch","fir\#
    st","last"],"properties":{"counts":{"type":"string","enum":["kept","retracted"]},"epoch":{"t\#
    ype":"string","pattern":"^[0-9a-f]{32}$"},"first":{"type":"integer","minimum":1},"last":{"ty\#
    pe":"integer","minimum":1,"description":"Not below the first; the range may hold numbers tha\#
    t have not come yet."}}},"Change":{"type":"object","required":["subject","controlEntries","r\#
    edactedBatches"],"properties":{"subject":{"type":"string","description":"The lineage or the \#
    tag of the path."},"controlEntries":{"type":"integer","minimum":0,"description":"Entries tha\#
    t the log got for it; 0: it was so before."},"redactedBatches":{"type":"integer","minimum":0\#
    ,"description":"Batches whose content an erasure took out of the log."}},"description":"What\#
     came of an operator's request."},"Problem":{"type":"object","required":["type","title","sta\#
    tus","detail"],"properties":{"type":{"type":"string","description":"urn:spotlog:problem:NAME\#
    ; stays as it is."},"title":{"type":"string"},"status":{"type":"integer"},"detail":{"type":"\#
    string","description":"What was wrong and what to do next."},"retryAfterMilliseconds":{"type\#
    ":"integer","minimum":0},"cloudTime":{"type":"integer","description":"The aggregator's time,\#
     in milliseconds since 1970, where the request was refused for its own."},"signature":{"type\#
    ":"string","pattern":"^[0-9a-f]{144}$","description":"The aggregator's signature over the re\#
    quest and the refusal, as FORMAT.md says: without it a device only tries again later."}},"de\#
    scription":"RFC 9457."}}}}
    """#
}
