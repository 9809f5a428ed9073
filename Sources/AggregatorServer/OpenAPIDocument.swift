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
    ed":false,"schema":{"type":"integer","minimum":1,"maximum":100,"default":20}}],"responses":{\#
    "200":{"description":"Items in which each word begins a word, those that most devices endors\#
    e first.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Items"}}},"h\#
    eaders":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/componen\#
    ts/responses/malformed"},"408":{"$ref":"#/components/responses/timeout"},"429":{"$ref":"#/co\#
    mponents/responses/tooManyRequests"},"431":{"$ref":"#/components/responses/headersTooLarge"}\#
    ,"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retr\#
    yLater"}}}},"/v1/items/{tag}":{"get":{"operationId":"item","tags":["public"],"summary":"A pu\#
    blic item","parameters":[{"name":"tag","in":"path","required":true,"description":"34 hexadec\#
    imal digits.","schema":{"type":"string","pattern":"^[0-9a-f]{34}$"}}],"responses":{"200":{"d\#
    escription":"The item.","content":{"application/json":{"schema":{"$ref":"#/components/schema\#
    s/Item"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"404":{"$ref\#
    ":"#/components/responses/notFound"},"408":{"$ref":"#/components/responses/timeout"},"429":{\#
    "$ref":"#/components/responses/tooManyRequests"},"431":{"$ref":"#/components/responses/heade\#
    rsTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/re\#
    sponses/retryLater"}}}},"/v1/popularity":{"get":{"operationId":"popularity","tags":["public"\#
    ],"summary":"Counts of the public items","parameters":[{"name":"limit","in":"query","require\#
    d":false,"schema":{"type":"integer","minimum":1,"maximum":1000,"default":100}},{"name":"afte\#
    r","in":"query","required":false,"description":"What the page before gave as next.","schema"\#
    :{"type":"string"}}],"responses":{"200":{"description":"By key, a page at a time.","content"\#
    :{"application/json":{"schema":{"$ref":"#/components/schemas/Counts"}}},"headers":{"Cache-Co\#
    ntrol":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/malfo\#
    rmed"},"408":{"$ref":"#/components/responses/timeout"},"429":{"$ref":"#/components/responses\#
    /tooManyRequests"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/\#
    components/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/d\#
    eployment":{"get":{"operationId":"deployment","tags":["public"],"summary":"What a device has\#
     to know","responses":{"200":{"description":"Life, salt and threshold, signed; keys and limi\#
    ts.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Deployment"}}},"h\#
    eaders":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"408":{"$ref":"#/componen\#
    ts/responses/timeout"},"429":{"$ref":"#/components/responses/tooManyRequests"},"431":{"$ref"\#
    :"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},\#
    "503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/health":{"get":{"operationId":"he\#
    alth","tags":["public"],"summary":"Whether it works","responses":{"200":{"description":"Read\#
    y, or degraded: searches are answered.","content":{"application/json":{"schema":{"$ref":"#/c\#
    omponents/schemas/Health"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStor\#
    e"}}},"503":{"description":"Recovering: nothing is answered yet.","content":{"application/js\#
    on":{"schema":{"$ref":"#/components/schemas/Health"}}},"headers":{"Cache-Control":{"$ref":"#\#
    /components/headers/noStore"}}},"408":{"$ref":"#/components/responses/timeout"},"431":{"$ref\#
    ":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"}\#
    }}},"/v1/openapi.json":{"get":{"operationId":"openapi","tags":["public"],"summary":"This doc\#
    ument","responses":{"200":{"description":"OpenAPI 3.1.","content":{"application/json":{"sche\#
    ma":{"type":"object"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}}\#
    ,"408":{"$ref":"#/components/responses/timeout"},"429":{"$ref":"#/components/responses/tooMa\#
    nyRequests"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/compon\#
    ents/responses/internal"}}}},"/status":{"get":{"operationId":"statusPage","tags":["operator"\#
    ],"summary":"The status on a page for people","description":"The page changes nothing and ha\#
    s no script. A browser asks for a password, which is the token under any name; no other rout\#
    e takes it so.","security":[{"operatorToken":[]},{"viewerToken":[]}],"responses":{"200":{"de\#
    scription":"The page.","content":{"text/html":{"schema":{"type":"string"}}},"headers":{"Cach\#
    e-Control":{"$ref":"#/components/headers/noStore"}}},"401":{"$ref":"#/components/responses/u\#
    nauthorized"},"408":{"$ref":"#/components/responses/timeout"},"431":{"$ref":"#/components/re\#
    sponses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/\#
    components/responses/retryLater"}}}},"/v1/status":{"get":{"operationId":"status","tags":["op\#
    erator"],"summary":"What the log and its projections hold","security":[{"operatorToken":[]},\#
    {"viewerToken":[]}],"responses":{"200":{"description":"Totals.","content":{"application/json\#
    ":{"schema":{"$ref":"#/components/schemas/Status"}}},"headers":{"Cache-Control":{"$ref":"#/c\#
    omponents/headers/noStore"}}},"401":{"$ref":"#/components/responses/unauthorized"},"408":{"$\#
    ref":"#/components/responses/timeout"},"431":{"$ref":"#/components/responses/headersTooLarge\#
    "},"500":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/re\#
    tryLater"}}}},"/v1/metrics":{"get":{"operationId":"metrics","tags":["operator"],"summary":"P\#
    rometheus metrics","security":[{"operatorToken":[]},{"viewerToken":[]}],"responses":{"200":{\#
    "description":"Prometheus' text format.","content":{"text/plain":{"schema":{"type":"string"}\#
    }},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"401":{"$ref":"#/com\#
    ponents/responses/unauthorized"},"408":{"$ref":"#/components/responses/timeout"},"431":{"$re\#
    f":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"\#
    }}}},"/v1/devices":{"get":{"operationId":"devices","tags":["operator"],"summary":"Devices","\#
    parameters":[{"name":"limit","in":"query","required":false,"schema":{"type":"integer","minim\#
    um":1,"maximum":1000,"default":100}},{"name":"after","in":"query","required":false,"descript\#
    ion":"What the page before gave as next.","schema":{"type":"string"}}],"security":[{"operato\#
    rToken":[]}],"responses":{"200":{"description":"By lineage.","content":{"application/json":{\#
    "schema":{"$ref":"#/components/schemas/Devices"}}},"headers":{"Cache-Control":{"$ref":"#/com\#
    ponents/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"401":{"$ref":\#
    "#/components/responses/unauthorized"},"408":{"$ref":"#/components/responses/timeout"},"431"\#
    :{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/int\#
    ernal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/incidents":{"get":{"opera\#
    tionId":"incidents","tags":["operator"],"summary":"Forks that were met","parameters":[{"name\#
    ":"limit","in":"query","required":false,"schema":{"type":"integer","minimum":1,"maximum":100\#
    0,"default":100}},{"name":"after","in":"query","required":false,"description":"What the page\#
     before gave as next.","schema":{"type":"string"}}],"security":[{"operatorToken":[]}],"respo\#
    nses":{"200":{"description":"In the order of the log.","content":{"application/json":{"schem\#
    a":{"$ref":"#/components/schemas/Incidents"}}},"headers":{"Cache-Control":{"$ref":"#/compone\#
    nts/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"401":{"$ref":"#/c\#
    omponents/responses/unauthorized"},"408":{"$ref":"#/components/responses/timeout"},"431":{"$\#
    ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/interna\#
    l"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/candidates":{"get":{"operatio\#
    nId":"candidates","tags":["operator"],"summary":"Contents that are asked for","parameters":[\#
    {"name":"limit","in":"query","required":false,"schema":{"type":"integer","minimum":1,"maximu\#
    m":1000,"default":100}},{"name":"after","in":"query","required":false,"description":"What th\#
    e page before gave as next.","schema":{"type":"string"}}],"security":[{"operatorToken":[]}],\#
    "responses":{"200":{"description":"By tag. Only what enough devices endorse.","content":{"ap\#
    plication/json":{"schema":{"$ref":"#/components/schemas/Candidates"}}},"headers":{"Cache-Con\#
    trol":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/malfor\#
    med"},"401":{"$ref":"#/components/responses/unauthorized"},"408":{"$ref":"#/components/respo\#
    nses/timeout"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/comp\#
    onents/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/devic\#
    es/{lineage}/revoke":{"post":{"operationId":"revokeDevice","tags":["operator"],"summary":"Re\#
    move a device","security":[{"operatorToken":[]}],"parameters":[{"name":"lineage","in":"path"\#
    ,"required":true,"description":"32 hexadecimal digits.","schema":{"type":"string","pattern":\#
    "^[0-9a-f]{32}$"}}],"description":"Its keys are refused from now on; its counts are kept, or\#
     retracted as if it had never been there.","requestBody":{"required":true,"content":{"applic\#
    ation/json":{"schema":{"$ref":"#/components/schemas/Revocation"}}}},"responses":{"200":{"des\#
    cription":"It is in the log. Asked again, nothing happens.","content":{"application/json":{"\#
    schema":{"$ref":"#/components/schemas/Change"}}},"headers":{"Cache-Control":{"$ref":"#/compo\#
    nents/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"401":{"$ref":"#\#
    /components/responses/unauthorized"},"404":{"$ref":"#/components/responses/notFound"},"408":\#
    {"$ref":"#/components/responses/timeout"},"409":{"$ref":"#/components/responses/erased"},"41\#
    3":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/components/responses/unsuppor\#
    tedMediaType"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/comp\#
    onents/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/devic\#
    es/{lineage}/reinstate":{"post":{"operationId":"reinstateDevice","tags":["operator"],"summar\#
    y":"Take a removed device back","security":[{"operatorToken":[]}],"parameters":[{"name":"lin\#
    eage","in":"path","required":true,"description":"32 hexadecimal digits.","schema":{"type":"s\#
    tring","pattern":"^[0-9a-f]{32}$"}}],"responses":{"200":{"description":"It is in the log. As\#
    ked again, nothing happens.","content":{"application/json":{"schema":{"$ref":"#/components/s\#
    chemas/Change"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400"\#
    :{"$ref":"#/components/responses/malformed"},"401":{"$ref":"#/components/responses/unauthori\#
    zed"},"404":{"$ref":"#/components/responses/notFound"},"408":{"$ref":"#/components/responses\#
    /timeout"},"409":{"$ref":"#/components/responses/erased"},"413":{"$ref":"#/components/respon\#
    ses/tooLarge"},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"431":{"$ref":"#\#
    /components/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"50\#
    3":{"$ref":"#/components/responses/retryLater"}}}},"/v1/devices/{lineage}/retract":{"post":{\#
    "operationId":"retractReports","tags":["operator"],"summary":"Take reports out of the counts\#
    ","security":[{"operatorToken":[]}],"parameters":[{"name":"lineage","in":"path","required":t\#
    rue,"description":"32 hexadecimal digits.","schema":{"type":"string","pattern":"^[0-9a-f]{32\#
    }$"}}],"description":"What the reports of one epoch from the first number to the last count \#
    for goes, or counts again. The device continues.","requestBody":{"required":true,"content":{\#
    "application/json":{"schema":{"$ref":"#/components/schemas/Retraction"}}}},"responses":{"200\#
    ":{"description":"It is in the log. Asked again, nothing happens.","content":{"application/j\#
    son":{"schema":{"$ref":"#/components/schemas/Change"}}},"headers":{"Cache-Control":{"$ref":"\#
    #/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"401":{"$\#
    ref":"#/components/responses/unauthorized"},"404":{"$ref":"#/components/responses/notFound"}\#
    ,"408":{"$ref":"#/components/responses/timeout"},"409":{"$ref":"#/components/responses/erase\#
    d"},"413":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/components/responses/u\#
    nsupportedMediaType"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":\#
    "#/components/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v\#
    1/devices/{lineage}/erase":{"post":{"operationId":"eraseDevice","tags":["operator"],"summary\#
    ":"Erase what a device reported","security":[{"operatorToken":[]}],"parameters":[{"name":"li\#
    neage","in":"path","required":true,"description":"32 hexadecimal digits.","schema":{"type":"\#
    string","pattern":"^[0-9a-f]{32}$"}}],"description":"Removes it, retracts its counts and tak\#
    es its reports out of the log, for ever.","responses":{"200":{"description":"It is in the lo\#
    g. Asked again, nothing happens.","content":{"application/json":{"schema":{"$ref":"#/compone\#
    nts/schemas/Change"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},\#
    "400":{"$ref":"#/components/responses/malformed"},"401":{"$ref":"#/components/responses/unau\#
    thorized"},"404":{"$ref":"#/components/responses/notFound"},"408":{"$ref":"#/components/resp\#
    onses/timeout"},"413":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/components\#
    /responses/unsupportedMediaType"},"431":{"$ref":"#/components/responses/headersTooLarge"},"5\#
    00":{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retryLa\#
    ter"}}}},"/v1/items/{tag}/take-down":{"post":{"operationId":"takeDownItem","tags":["operator\#
    "],"summary":"Hide an item","security":[{"operatorToken":[]}],"parameters":[{"name":"tag","i\#
    n":"path","required":true,"description":"34 hexadecimal digits.","schema":{"type":"string","\#
    pattern":"^[0-9a-f]{34}$"}}],"responses":{"200":{"description":"It is in the log. Asked agai\#
    n, nothing happens.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/C\#
    hange"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref"\#
    :"#/components/responses/malformed"},"401":{"$ref":"#/components/responses/unauthorized"},"4\#
    04":{"$ref":"#/components/responses/notFound"},"408":{"$ref":"#/components/responses/timeout\#
    "},"413":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/components/responses/un\#
    supportedMediaType"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"\#
    #/components/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1\#
    /items/{tag}/restore":{"post":{"operationId":"restoreItem","tags":["operator"],"summary":"No\#
     longer hide an item","security":[{"operatorToken":[]}],"parameters":[{"name":"tag","in":"pa\#
    th","required":true,"description":"34 hexadecimal digits.","schema":{"type":"string","patter\#
    n":"^[0-9a-f]{34}$"}}],"responses":{"200":{"description":"It is in the log. Asked again, not\#
    hing happens.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Change"\#
    }}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/co\#
    mponents/responses/malformed"},"401":{"$ref":"#/components/responses/unauthorized"},"404":{"\#
    $ref":"#/components/responses/notFound"},"408":{"$ref":"#/components/responses/timeout"},"41\#
    3":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/components/responses/unsuppor\#
    tedMediaType"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/comp\#
    onents/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}}},"componen\#
    ts":{"securitySchemes":{"operatorToken":{"type":"http","scheme":"bearer"},"viewerToken":{"ty\#
    pe":"http","scheme":"bearer","description":"Reads the status and the metrics, and changes no\#
    thing."}},"responses":{"malformed":{"description":"The request cannot be read as what it sho\#
    uld be.","content":{"application/problem+json": {"schema":{"$ref":"#/components/schemas/Prob\#
    lem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"unauthorized":\#
    {"description":"The operator's token is missing or wrong.","content":{"application/problem+j\#
    son": {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref"\#
    :"#/components/headers/noStore"},"WWW-Authenticate":{"schema":{"type":"string"}}}},"notAllow\#
    ed":{"description":"A signature does not fit, the device was removed, or may not enrol.","co\#
    ntent":{"application/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"hea\#
    ders":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"notFound":{"description":"\#
    There is no such thing.","content":{"application/problem+json": {"schema":{"$ref":"#/compone\#
    nts/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}}\#
    ,"timeout":{"description":"The request came too slowly.","content":{"application/problem+jso\#
    n": {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"\#
    #/components/headers/noStore"}}},"stale":{"description":"The request is of another time than\#
     the aggregator's: an old one, or the clock is wrong.","content":{"application/problem+json"\#
    : {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/\#
    components/headers/noStore"}}},"erased":{"description":"What the device reported was erased,\#
     for ever: its counts cannot be kept, and it cannot be reinstated.","content":{"application/\#
    problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control\#
    ":{"$ref":"#/components/headers/noStore"}}},"tooLarge":{"description":"The body, or what it \#
    inflates to, is larger than what is taken.","content":{"application/problem+json": {"schema"\#
    :{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/\#
    headers/noStore"}}},"unsupportedMediaType":{"description":"The body's type or encoding is no\#
    t taken.","content":{"application/problem+json": {"schema":{"$ref":"#/components/schemas/Pro\#
    blem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"tooManyReques\#
    ts":{"description":"Too much comes from one address: enrolments a minute, or requests and by\#
    tes that wait.","content":{"application/problem+json": {"schema":{"$ref":"#/components/schem\#
    as/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"},"Retry-Aft\#
    er":{"description":"Seconds.","schema":{"type":"integer"}}}},"headersTooLarge":{"description\#
    ":"The head of the request is too large.","content":{"application/problem+json": {"schema":{\#
    "$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/he\#
    aders/noStore"}}},"internal":{"description":"Something went wrong in the server.","content":\#
    {"application/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{\#
    "Cache-Control":{"$ref":"#/components/headers/noStore"}}},"retryLater":{"description":"The a\#
    ggregator cannot take it now; nothing was taken.","content":{"application/problem+json": {"s\#
    chema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/compo\#
    nents/headers/noStore"},"Retry-After":{"description":"Seconds.","schema":{"type":"integer"}}\#
    }}},"headers":{"noStore":{"description":"Nobody may keep an answer: what it shows may be tak\#
    en down a moment later.","schema":{"type":"string","const":"no-store"}}},"schemas":{"Item":{\#
    "type":"object","required":["tag","key","app","activityType","title","contentDescription","k\#
    eywords","thumbnailURL","events","distinctDevices","shown","engaged","popularity"],"properti\#
    es":{"tag":{"type":"string","pattern":"^[0-9a-f]{34}$","description":"The item's one-way nam\#
    e."},"key":{"type":"string","description":"Its public identity: the URL if it has one, else \#
    app/id."},"app":{"type":"string","description":"The app that says so: nobody proves whose pa\#
    ge it is."},"activityType":{"type":"string"},"title":{"type":"string"},"contentDescription":\#
    {"type":"string"},"keywords":{"type":"array","items":{"type":"string"}},"thumbnailURL":{"typ\#
    e":"string"},"events":{"type":"integer","minimum":0,"description":"Engagements of the device\#
    s that endorse it, at most one a device and day."},"distinctDevices":{"type":"integer","mini\#
    mum":0,"description":"Devices that endorse it now; never below the threshold."},"shown":{"ty\#
    pe":"integer","minimum":0,"description":"Lists of public results in which people saw it, at \#
    most 10 a device and day."},"engaged":{"type":"integer","minimum":0,"description":"How often\#
     it was opened from one of these lists."},"interval":{"type":"array","items":{"type":"intege\#
    r","minimum":0,"maximum":1000},"minItems":2,"maxItems":2,"description":"The 95% Wilson score\#
     interval of engaged / shown, in thousandths; absent if nobody saw it."},"popularity":{"type\#
    ":"integer","minimum":0,"description":"Devices that engaged with it on each day, in thousand\#
    ths; half is left after 30 days."}},"description":"A public item. Fields that it does not ha\#
    ve are empty."},"Items":{"type":"object","required":["items"],"properties":{"items":{"type":\#
    "array","items":{"$ref":"#/components/schemas/Item"}}}},"Count":{"type":"object","required":\#
    ["key","tag","app","events","distinctDevices","firstDay","lastDay"],"properties":{"key":{"ty\#
    pe":"string"},"tag":{"type":"string","pattern":"^[0-9a-f]{34}$","description":"The item's on\#
    e-way name."},"app":{"type":"string","description":"The app that says so: nobody proves whos\#
    e page it is."},"events":{"type":"integer","minimum":0},"distinctDevices":{"type":"integer",\#
    "minimum":0},"firstDay":{"type":"string","format":"date"},"lastDay":{"type":"string","format\#
    ":"date"}}},"Counts":{"type":"object","required":["items","next"],"properties":{"items":{"ty\#
    pe":"array","items":{"$ref":"#/components/schemas/Count"}},"next":{"type":["string","null"],\#
    "description":"For the parameter after; null on the last page."}}},"Limits":{"type":"object"\#
    ,"required":["batchEntryCount","batchByteCount","retryDelayMilliseconds","retryDelayMaxMilli\#
    seconds","requestTimeoutMilliseconds"],"properties":{"batchEntryCount":{"type":"integer","mi\#
    nimum":0},"batchByteCount":{"type":"integer","minimum":0},"retryDelayMilliseconds":{"type":"\#
    integer","minimum":0},"retryDelayMaxMilliseconds":{"type":"integer","minimum":0},"requestTim\#
    eoutMilliseconds":{"type":"integer","minimum":0}}},"Endorsement":{"type":"object","required"\#
    :["key","endorser","signature"],"properties":{"key":{"type":"string","pattern":"^[0-9a-f]{64\#
    }$","description":"A newer key."},"endorser":{"type":"string","pattern":"^[0-9a-f]{64}$","de\#
    scription":"An older one, that signed for it."},"signature":{"type":"string","pattern":"^[0-\#
    9a-f]{128}$","description":"Ed25519, of \"spotlog cloud key 1\" and the newer key's 32 bytes\#
    ."}}},"Deployment":{"type":"object","required":["cloudLife","tagSalt","threshold","signature\#
    ","keys","endorsements","admission","limits"],"properties":{"cloudLife":{"type":"string","pa\#
    ttern":"^[0-9a-f]{32}$","description":"Taken again after each restore of the aggregator."},"\#
    tagSalt":{"type":"string","description":"The public salt of tags, in hex."},"threshold":{"ty\#
    pe":"integer","minimum":1},"signature":{"type":"string","pattern":"^[0-9a-f]{128}$","descrip\#
    tion":"Of cloudLife, tagSalt and threshold, by the first key; what is signed stands in Journ\#
    al/FORMAT.md, \"Deployments\"."},"keys":{"type":"array","items":{"type":"string","pattern":"\#
    ^[0-9a-f]{64}$","description":"An Ed25519 public key that signs, or signed before."},"descri\#
    ption":"The first one signs now."},"endorsements":{"type":"array","items":{"$ref":"#/compone\#
    nts/schemas/Endorsement"}},"admission":{"type":"string","enum":["open","token","attestation"\#
    ]},"limits":{"$ref":"#/components/schemas/Limits"}}},"Health":{"type":"object","required":["\#
    status","reasons","oldestRequestMilliseconds"],"properties":{"oldestRequestMilliseconds":{"t\#
    ype":"integer","minimum":0,"description":"How long the oldest request has waited for its ans\#
    wer; 0: none waits."},"status":{"type":"string","enum":["ready","degraded","recovering"]},"r\#
    easons":{"type":"array","items":{"type":"string"},"description":"Why it is not ready, a sent\#
    ence each."}}},"Status":{"type":"object","required":["cloudLife","logEntries","lineages","re\#
    ports","publicItems","stateDigest"],"properties":{"cloudLife":{"type":"string"},"logEntries"\#
    :{"type":"integer","minimum":0},"logDigest":{"type":"string"},"lineages":{"type":"integer","\#
    minimum":0},"epochs":{"type":"integer","minimum":0},"reports":{"type":"integer","minimum":0}\#
    ,"items":{"type":"integer","minimum":0},"publicItems":{"type":"integer","minimum":0},"wanted\#
    ":{"type":"integer","minimum":0},"threshold":{"type":"integer","minimum":0},"incidents":{"ty\#
    pe":"integer","minimum":0},"missingNumbers":{"type":"integer","minimum":0,"description":"Num\#
    bers of reports that devices had let go of when the cloud went back."},"backedUpEntry":{"typ\#
    e":"integer","minimum":0,"description":"The entry up to which every backup of the log holds \#
    it."},"recovering":{"type":"string","description":"Why nothing is public after a restore."},\#
    "acceptsLoss":{"type":"boolean"},"acceptedLosses":{"type":"array","items":{"type":"string"}}\#
    ,"lastBackup":{"type":"object","required":["file","time"],"properties":{"file":{"type":"stri\#
    ng"},"time":{"type":"string","format":"date-time"}}},"damagedBackups":{"type":"array","items\#
    ":{"type":"string"}},"unaskedContents":{"type":"integer","minimum":0},"stateDigest":{"type":\#
    "string","description":"SHA-256 of the whole state: equal after a rebuild."}}},"Device":{"ty\#
    pe":"object","required":["lineage","epochs","enrolled","isRevoked","countsRetracted","isEras\#
    ed"],"properties":{"lineage":{"type":"string","pattern":"^[0-9a-f]{32}$","description":"The \#
    device with all its restores and copies."},"epochs":{"type":"array","items":{"type":"object"\#
    ,"required":["epoch","head","incidents"],"properties":{"epoch":{"type":"string"},"head":{"ty\#
    pe":"integer","minimum":0},"incidents":{"type":"integer","minimum":0}}}},"enrolled":{"type":\#
    "string","format":"date-time"},"received":{"type":"string","format":"date-time"},"isRevoked"\#
    :{"type":"boolean"},"countsRetracted":{"type":"boolean"},"isErased":{"type":"boolean"}}},"De\#
    vices":{"type":"object","required":["devices","next"],"properties":{"devices":{"type":"array\#
    ","items":{"$ref":"#/components/schemas/Device"}},"next":{"type":["string","null"],"descript\#
    ion":"For the parameter after; null on the last page."}}},"Incident":{"type":"object","requi\#
    red":["number","time","lineage","epoch","first","last","known","sent"],"properties":{"number\#
    ":{"type":"integer","minimum":0},"time":{"type":"string","format":"date-time"},"lineage":{"t\#
    ype":"string"},"epoch":{"type":"string"},"first":{"type":"integer","minimum":0},"last":{"typ\#
    e":"integer","minimum":0},"known":{"type":"string"},"sent":{"type":"string"}},"description":\#
    "A device sent other content under numbers that the log has."},"Incidents":{"type":"object",\#
    "required":["incidents","next"],"properties":{"incidents":{"type":"array","items":{"$ref":"#\#
    /components/schemas/Incident"}},"next":{"type":["string","null"],"description":"For the para\#
    meter after; null on the last page."}}},"Candidate":{"type":"object","required":["tag","cont\#
    ent","endorsers","asked","isTakenDown"],"properties":{"tag":{"type":"string"},"content":{"ty\#
    pe":"string"},"endorsers":{"type":"integer","minimum":0},"asked":{"type":"integer","minimum"\#
    :0},"isTakenDown":{"type":"boolean"}},"description":"Enough devices endorse a content, and n\#
    one has sent it yet."},"Candidates":{"type":"object","required":["candidates","next"],"prope\#
    rties":{"candidates":{"type":"array","items":{"$ref":"#/components/schemas/Candidate"}},"nex\#
    t":{"type":["string","null"],"description":"For the parameter after; null on the last page."\#
    }}},"Revocation":{"type":"object","required":["counts"],"properties":{"counts":{"type":"stri\#
    ng","enum":["kept","retracted"]}}},"Retraction":{"type":"object","required":["counts","epoch\#
    ","first","last"],"properties":{"counts":{"type":"string","enum":["kept","retracted"]},"epoc\#
    h":{"type":"string","pattern":"^[0-9a-f]{32}$"},"first":{"type":"integer","minimum":1},"last\#
    ":{"type":"integer","minimum":1,"description":"Not below the first; the range may hold numbe\#
    rs that have not come yet."}}},"Change":{"type":"object","required":["subject","controlEntri\#
    es","redactedBatches"],"properties":{"subject":{"type":"string","description":"The lineage o\#
    r the tag of the path."},"controlEntries":{"type":"integer","minimum":0,"description":"Entri\#
    es that the log got for it; 0: it was so before."},"redactedBatches":{"type":"integer","mini\#
    mum":0,"description":"Batches whose content an erasure took out of the log."}},"description"\#
    :"What came of an operator's request."},"Problem":{"type":"object","required":["type","title\#
    ","status","detail"],"properties":{"type":{"type":"string","description":"urn:spotlog:proble\#
    m:NAME; stays as it is."},"title":{"type":"string"},"status":{"type":"integer"},"detail":{"t\#
    ype":"string","description":"What was wrong and what to do next."},"retryAfterMilliseconds":\#
    {"type":"integer","minimum":0},"cloudTime":{"type":"integer","description":"The aggregator's\#
     time, in milliseconds since 1970, where the request was refused for its own."},"signature":\#
    {"type":"string","pattern":"^[0-9a-f]{144}$","description":"The aggregator's signature over \#
    the request and the refusal, as FORMAT.md says: without it a device only tries again later."\#
    }},"description":"RFC 9457."}}}}
    """#
}
