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
    ents/responses/internal"}}}},"/v1/status":{"get":{"operationId":"status","tags":["operator"]\#
    ,"summary":"What the log and its projections hold","security":[{"operatorToken":[]},{"viewer\#
    Token":[]}],"responses":{"200":{"description":"Totals.","content":{"application/json":{"sche\#
    ma":{"$ref":"#/components/schemas/Status"}}},"headers":{"Cache-Control":{"$ref":"#/component\#
    s/headers/noStore"}}},"401":{"$ref":"#/components/responses/unauthorized"},"408":{"$ref":"#/\#
    components/responses/timeout"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500"\#
    :{"$ref":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retryLater\#
    "}}}},"/v1/metrics":{"get":{"operationId":"metrics","tags":["operator"],"summary":"Prometheu\#
    s metrics","security":[{"operatorToken":[]},{"viewerToken":[]}],"responses":{"200":{"descrip\#
    tion":"Prometheus' text format.","content":{"text/plain":{"schema":{"type":"string"}}},"head\#
    ers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"401":{"$ref":"#/components/\#
    responses/unauthorized"},"408":{"$ref":"#/components/responses/timeout"},"431":{"$ref":"#/co\#
    mponents/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"}}}},"/v\#
    1/devices":{"get":{"operationId":"devices","tags":["operator"],"summary":"Devices","paramete\#
    rs":[{"name":"limit","in":"query","required":false,"schema":{"type":"integer","minimum":1,"m\#
    aximum":1000,"default":100}},{"name":"after","in":"query","required":false,"description":"Wh\#
    at the page before gave as next.","schema":{"type":"string"}}],"security":[{"operatorToken":\#
    []}],"responses":{"200":{"description":"By lineage.","content":{"application/json":{"schema"\#
    :{"$ref":"#/components/schemas/Devices"}}},"headers":{"Cache-Control":{"$ref":"#/components/\#
    headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"401":{"$ref":"#/compo\#
    nents/responses/unauthorized"},"408":{"$ref":"#/components/responses/timeout"},"431":{"$ref"\#
    :"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},\#
    "503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/incidents":{"get":{"operationId":\#
    "incidents","tags":["operator"],"summary":"Forks that were met","parameters":[{"name":"limit\#
    ","in":"query","required":false,"schema":{"type":"integer","minimum":1,"maximum":1000,"defau\#
    lt":100}},{"name":"after","in":"query","required":false,"description":"What the page before \#
    gave as next.","schema":{"type":"string"}}],"security":[{"operatorToken":[]}],"responses":{"\#
    200":{"description":"In the order of the log.","content":{"application/json":{"schema":{"$re\#
    f":"#/components/schemas/Incidents"}}},"headers":{"Cache-Control":{"$ref":"#/components/head\#
    ers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"401":{"$ref":"#/component\#
    s/responses/unauthorized"},"408":{"$ref":"#/components/responses/timeout"},"431":{"$ref":"#/\#
    components/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503\#
    ":{"$ref":"#/components/responses/retryLater"}}}},"/v1/candidates":{"get":{"operationId":"ca\#
    ndidates","tags":["operator"],"summary":"Contents that are asked for","parameters":[{"name":\#
    "limit","in":"query","required":false,"schema":{"type":"integer","minimum":1,"maximum":1000,\#
    "default":100}},{"name":"after","in":"query","required":false,"description":"What the page b\#
    efore gave as next.","schema":{"type":"string"}}],"security":[{"operatorToken":[]}],"respons\#
    es":{"200":{"description":"By tag. Only what enough devices endorse.","content":{"applicatio\#
    n/json":{"schema":{"$ref":"#/components/schemas/Candidates"}}},"headers":{"Cache-Control":{"\#
    $ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"4\#
    01":{"$ref":"#/components/responses/unauthorized"},"408":{"$ref":"#/components/responses/tim\#
    eout"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/r\#
    esponses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/devices/{line\#
    age}/revoke":{"post":{"operationId":"revokeDevice","tags":["operator"],"summary":"Remove a d\#
    evice","security":[{"operatorToken":[]}],"parameters":[{"name":"lineage","in":"path","requir\#
    ed":true,"description":"32 hexadecimal digits.","schema":{"type":"string","pattern":"^[0-9a-\#
    f]{32}$"}}],"description":"Its keys are refused from now on; its counts are kept, or retract\#
    ed as if it had never been there.","requestBody":{"required":true,"content":{"application/js\#
    on":{"schema":{"$ref":"#/components/schemas/Revocation"}}}},"responses":{"200":{"description\#
    ":"It is in the log. Asked again, nothing happens.","content":{"application/json":{"schema":\#
    {"$ref":"#/components/schemas/Change"}}},"headers":{"Cache-Control":{"$ref":"#/components/he\#
    aders/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"401":{"$ref":"#/compone\#
    nts/responses/unauthorized"},"404":{"$ref":"#/components/responses/notFound"},"408":{"$ref":\#
    "#/components/responses/timeout"},"409":{"$ref":"#/components/responses/erased"},"413":{"$re\#
    f":"#/components/responses/tooLarge"},"415":{"$ref":"#/components/responses/unsupportedMedia\#
    Type"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/r\#
    esponses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/devices/{line\#
    age}/reinstate":{"post":{"operationId":"reinstateDevice","tags":["operator"],"summary":"Take\#
     a removed device back","security":[{"operatorToken":[]}],"parameters":[{"name":"lineage","i\#
    n":"path","required":true,"description":"32 hexadecimal digits.","schema":{"type":"string","\#
    pattern":"^[0-9a-f]{32}$"}}],"responses":{"200":{"description":"It is in the log. Asked agai\#
    n, nothing happens.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/C\#
    hange"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref"\#
    :"#/components/responses/malformed"},"401":{"$ref":"#/components/responses/unauthorized"},"4\#
    04":{"$ref":"#/components/responses/notFound"},"408":{"$ref":"#/components/responses/timeout\#
    "},"409":{"$ref":"#/components/responses/erased"},"413":{"$ref":"#/components/responses/tooL\#
    arge"},"415":{"$ref":"#/components/responses/unsupportedMediaType"},"431":{"$ref":"#/compone\#
    nts/responses/headersTooLarge"},"500":{"$ref":"#/components/responses/internal"},"503":{"$re\#
    f":"#/components/responses/retryLater"}}}},"/v1/devices/{lineage}/retract":{"post":{"operati\#
    onId":"retractReports","tags":["operator"],"summary":"Take reports out of the counts","secur\#
    ity":[{"operatorToken":[]}],"parameters":[{"name":"lineage","in":"path","required":true,"des\#
    cription":"32 hexadecimal digits.","schema":{"type":"string","pattern":"^[0-9a-f]{32}$"}}],"\#
    description":"What the reports of one epoch from the first number to the last count for goes\#
    , or counts again. The device continues.","requestBody":{"required":true,"content":{"applica\#
    tion/json":{"schema":{"$ref":"#/components/schemas/Retraction"}}}},"responses":{"200":{"desc\#
    ription":"It is in the log. Asked again, nothing happens.","content":{"application/json":{"s\#
    chema":{"$ref":"#/components/schemas/Change"}}},"headers":{"Cache-Control":{"$ref":"#/compon\#
    ents/headers/noStore"}}},"400":{"$ref":"#/components/responses/malformed"},"401":{"$ref":"#/\#
    components/responses/unauthorized"},"404":{"$ref":"#/components/responses/notFound"},"408":{\#
    "$ref":"#/components/responses/timeout"},"409":{"$ref":"#/components/responses/erased"},"413\#
    ":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/components/responses/unsupport\#
    edMediaType"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/compo\#
    nents/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/device\#
    s/{lineage}/erase":{"post":{"operationId":"eraseDevice","tags":["operator"],"summary":"Erase\#
     what a device reported","security":[{"operatorToken":[]}],"parameters":[{"name":"lineage","\#
    in":"path","required":true,"description":"32 hexadecimal digits.","schema":{"type":"string",\#
    "pattern":"^[0-9a-f]{32}$"}}],"description":"Removes it, retracts its counts and takes its r\#
    eports out of the log, for ever.","responses":{"200":{"description":"It is in the log. Asked\#
     again, nothing happens.","content":{"application/json":{"schema":{"$ref":"#/components/sche\#
    mas/Change"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"\#
    $ref":"#/components/responses/malformed"},"401":{"$ref":"#/components/responses/unauthorized\#
    "},"404":{"$ref":"#/components/responses/notFound"},"408":{"$ref":"#/components/responses/ti\#
    meout"},"413":{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/components/respons\#
    es/unsupportedMediaType"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$r\#
    ef":"#/components/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}}\#
    ,"/v1/items/{tag}/take-down":{"post":{"operationId":"takeDownItem","tags":["operator"],"summ\#
    ary":"Hide an item","security":[{"operatorToken":[]}],"parameters":[{"name":"tag","in":"path\#
    ","required":true,"description":"34 hexadecimal digits.","schema":{"type":"string","pattern"\#
    :"^[0-9a-f]{34}$"}}],"responses":{"200":{"description":"It is in the log. Asked again, nothi\#
    ng happens.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Change"}}\#
    },"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/comp\#
    onents/responses/malformed"},"401":{"$ref":"#/components/responses/unauthorized"},"404":{"$r\#
    ef":"#/components/responses/notFound"},"408":{"$ref":"#/components/responses/timeout"},"413"\#
    :{"$ref":"#/components/responses/tooLarge"},"415":{"$ref":"#/components/responses/unsupporte\#
    dMediaType"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/compon\#
    ents/responses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}},"/v1/items/{\#
    tag}/restore":{"post":{"operationId":"restoreItem","tags":["operator"],"summary":"No longer \#
    hide an item","security":[{"operatorToken":[]}],"parameters":[{"name":"tag","in":"path","req\#
    uired":true,"description":"34 hexadecimal digits.","schema":{"type":"string","pattern":"^[0-\#
    9a-f]{34}$"}}],"responses":{"200":{"description":"It is in the log. Asked again, nothing hap\#
    pens.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Change"}}},"hea\#
    ders":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"400":{"$ref":"#/components\#
    /responses/malformed"},"401":{"$ref":"#/components/responses/unauthorized"},"404":{"$ref":"#\#
    /components/responses/notFound"},"408":{"$ref":"#/components/responses/timeout"},"413":{"$re\#
    f":"#/components/responses/tooLarge"},"415":{"$ref":"#/components/responses/unsupportedMedia\#
    Type"},"431":{"$ref":"#/components/responses/headersTooLarge"},"500":{"$ref":"#/components/r\#
    esponses/internal"},"503":{"$ref":"#/components/responses/retryLater"}}}}},"components":{"se\#
    curitySchemes":{"operatorToken":{"type":"http","scheme":"bearer"},"viewerToken":{"type":"htt\#
    p","scheme":"bearer","description":"Reads the status and the metrics, and changes nothing."}\#
    },"responses":{"malformed":{"description":"The request cannot be read as what it should be."\#
    ,"content":{"application/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},\#
    "headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"unauthorized":{"descri\#
    ption":"The operator's token is missing or wrong.","content":{"application/problem+json": {"\#
    schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/comp\#
    onents/headers/noStore"},"WWW-Authenticate":{"schema":{"type":"string"}}}},"notAllowed":{"de\#
    scription":"A signature does not fit, the device was removed, or may not enrol.","content":{\#
    "application/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"\#
    Cache-Control":{"$ref":"#/components/headers/noStore"}}},"notFound":{"description":"There is\#
     no such thing.","content":{"application/problem+json": {"schema":{"$ref":"#/components/sche\#
    mas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"timeou\#
    t":{"description":"The request came too slowly.","content":{"application/problem+json": {"sc\#
    hema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/compon\#
    ents/headers/noStore"}}},"stale":{"description":"The request is of another time than the agg\#
    regator's: an old one, or the clock is wrong.","content":{"application/problem+json": {"sche\#
    ma":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/componen\#
    ts/headers/noStore"}}},"erased":{"description":"What the device reported was erased, for eve\#
    r: its counts cannot be kept, and it cannot be reinstated.","content":{"application/problem+\#
    json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref\#
    ":"#/components/headers/noStore"}}},"tooLarge":{"description":"The body, or what it inflates\#
     to, is larger than what is taken.","content":{"application/problem+json": {"schema":{"$ref"\#
    :"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/\#
    noStore"}}},"unsupportedMediaType":{"description":"The body's type or encoding is not taken.\#
    ","content":{"application/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}}\#
    ,"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"}}},"tooManyRequests":{"de\#
    scription":"Too much comes from one address: enrolments a minute, or requests and bytes that\#
     wait.","content":{"application/problem+json": {"schema":{"$ref":"#/components/schemas/Probl\#
    em"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/noStore"},"Retry-After":{"de\#
    scription":"Seconds.","schema":{"type":"integer"}}}},"headersTooLarge":{"description":"The h\#
    ead of the request is too large.","content":{"application/problem+json": {"schema":{"$ref":"\#
    #/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/headers/no\#
    Store"}}},"internal":{"description":"Something went wrong in the server.","content":{"applic\#
    ation/problem+json": {"schema":{"$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-C\#
    ontrol":{"$ref":"#/components/headers/noStore"}}},"retryLater":{"description":"The aggregato\#
    r cannot take it now; nothing was taken.","content":{"application/problem+json": {"schema":{\#
    "$ref":"#/components/schemas/Problem"}}},"headers":{"Cache-Control":{"$ref":"#/components/he\#
    aders/noStore"},"Retry-After":{"description":"Seconds.","schema":{"type":"integer"}}}}},"hea\#
    ders":{"noStore":{"description":"Nobody may keep an answer: what it shows may be taken down \#
    a moment later.","schema":{"type":"string","const":"no-store"}}},"schemas":{"Item":{"type":"\#
    object","required":["tag","key","app","activityType","title","contentDescription","keywords"\#
    ,"thumbnailURL","events","distinctDevices"],"properties":{"tag":{"type":"string","pattern":"\#
    ^[0-9a-f]{34}$","description":"The item's one-way name."},"key":{"type":"string","descriptio\#
    n":"Its public identity: the URL if it has one, else app/id."},"app":{"type":"string","descr\#
    iption":"The app that says so: nobody proves whose page it is."},"activityType":{"type":"str\#
    ing"},"title":{"type":"string"},"contentDescription":{"type":"string"},"keywords":{"type":"a\#
    rray","items":{"type":"string"}},"thumbnailURL":{"type":"string"},"events":{"type":"integer"\#
    ,"minimum":0,"description":"Engagements of the devices that endorse it, at most one a device\#
     and day."},"distinctDevices":{"type":"integer","minimum":0,"description":"Devices that endo\#
    rse it now; never below the threshold."}},"description":"A public item. Fields that it does \#
    not have are empty."},"Items":{"type":"object","required":["items"],"properties":{"items":{"\#
    type":"array","items":{"$ref":"#/components/schemas/Item"}}}},"Count":{"type":"object","requ\#
    ired":["key","tag","app","events","distinctDevices","firstDay","lastDay"],"properties":{"key\#
    ":{"type":"string"},"tag":{"type":"string","pattern":"^[0-9a-f]{34}$","description":"The ite\#
    m's one-way name."},"app":{"type":"string","description":"The app that says so: nobody prove\#
    s whose page it is."},"events":{"type":"integer","minimum":0},"distinctDevices":{"type":"int\#
    eger","minimum":0},"firstDay":{"type":"string","format":"date"},"lastDay":{"type":"string","\#
    format":"date"}}},"Counts":{"type":"object","required":["items","next"],"properties":{"items\#
    ":{"type":"array","items":{"$ref":"#/components/schemas/Count"}},"next":{"type":["string","n\#
    ull"],"description":"For the parameter after; null on the last page."}}},"Limits":{"type":"o\#
    bject","required":["batchEntryCount","batchByteCount","retryDelayMilliseconds","retryDelayMa\#
    xMilliseconds","requestTimeoutMilliseconds"],"properties":{"batchEntryCount":{"type":"intege\#
    r","minimum":0},"batchByteCount":{"type":"integer","minimum":0},"retryDelayMilliseconds":{"t\#
    ype":"integer","minimum":0},"retryDelayMaxMilliseconds":{"type":"integer","minimum":0},"requ\#
    estTimeoutMilliseconds":{"type":"integer","minimum":0}}},"Endorsement":{"type":"object","req\#
    uired":["key","endorser","signature"],"properties":{"key":{"type":"string","pattern":"^[0-9a\#
    -f]{64}$","description":"A newer key."},"endorser":{"type":"string","pattern":"^[0-9a-f]{64}\#
    $","description":"An older one, that signed for it."},"signature":{"type":"string","pattern"\#
    :"^[0-9a-f]{128}$","description":"Ed25519, of \"spotlog cloud key 1\" and the newer key's 32\#
     bytes."}}},"Deployment":{"type":"object","required":["cloudLife","tagSalt","threshold","sig\#
    nature","keys","endorsements","admission","limits"],"properties":{"cloudLife":{"type":"strin\#
    g","pattern":"^[0-9a-f]{32}$","description":"Taken again after each restore of the aggregato\#
    r."},"tagSalt":{"type":"string","description":"The public salt of tags, in hex."},"threshold\#
    ":{"type":"integer","minimum":1},"signature":{"type":"string","pattern":"^[0-9a-f]{128}$","d\#
    escription":"Of cloudLife, tagSalt and threshold, by the first key; what is signed stands in\#
     Journal/FORMAT.md, \"Deployments\"."},"keys":{"type":"array","items":{"type":"string","patt\#
    ern":"^[0-9a-f]{64}$","description":"An Ed25519 public key that signs, or signed before."},"\#
    description":"The first one signs now."},"endorsements":{"type":"array","items":{"$ref":"#/c\#
    omponents/schemas/Endorsement"}},"admission":{"type":"string","enum":["open","token","attest\#
    ation"]},"limits":{"$ref":"#/components/schemas/Limits"}}},"Health":{"type":"object","requir\#
    ed":["status","reasons","oldestRequestMilliseconds"],"properties":{"oldestRequestMillisecond\#
    s":{"type":"integer","minimum":0,"description":"How long the oldest request has waited for i\#
    ts answer; 0: none waits."},"status":{"type":"string","enum":["ready","degraded","recovering\#
    "]},"reasons":{"type":"array","items":{"type":"string"},"description":"Why it is not ready, \#
    a sentence each."}}},"Status":{"type":"object","required":["cloudLife","logEntries","lineage\#
    s","reports","publicItems","stateDigest"],"properties":{"cloudLife":{"type":"string"},"logEn\#
    tries":{"type":"integer","minimum":0},"logDigest":{"type":"string"},"lineages":{"type":"inte\#
    ger","minimum":0},"epochs":{"type":"integer","minimum":0},"reports":{"type":"integer","minim\#
    um":0},"items":{"type":"integer","minimum":0},"publicItems":{"type":"integer","minimum":0},"\#
    wanted":{"type":"integer","minimum":0},"threshold":{"type":"integer","minimum":0},"incidents\#
    ":{"type":"integer","minimum":0},"missingNumbers":{"type":"integer","minimum":0,"description\#
    ":"Numbers of reports that devices had let go of when the cloud went back."},"backedUpEntry"\#
    :{"type":"integer","minimum":0,"description":"The entry up to which every backup of the log \#
    holds it."},"recovering":{"type":"string","description":"Why nothing is public after a resto\#
    re."},"acceptsLoss":{"type":"boolean"},"acceptedLosses":{"type":"array","items":{"type":"str\#
    ing"}},"lastBackup":{"type":"object","required":["file","time"],"properties":{"file":{"type"\#
    :"string"},"time":{"type":"string","format":"date-time"}}},"damagedBackups":{"type":"array",\#
    "items":{"type":"string"}},"unaskedContents":{"type":"integer","minimum":0},"stateDigest":{"\#
    type":"string","description":"SHA-256 of the whole state: equal after a rebuild."}}},"Device\#
    ":{"type":"object","required":["lineage","epochs","enrolled","isRevoked","countsRetracted","\#
    isErased"],"properties":{"lineage":{"type":"string","pattern":"^[0-9a-f]{32}$","description"\#
    :"The device with all its restores and copies."},"epochs":{"type":"array","items":{"type":"o\#
    bject","required":["epoch","head","incidents"],"properties":{"epoch":{"type":"string"},"head\#
    ":{"type":"integer","minimum":0},"incidents":{"type":"integer","minimum":0}}}},"enrolled":{"\#
    type":"string","format":"date-time"},"received":{"type":"string","format":"date-time"},"isRe\#
    voked":{"type":"boolean"},"countsRetracted":{"type":"boolean"},"isErased":{"type":"boolean"}\#
    }},"Devices":{"type":"object","required":["devices","next"],"properties":{"devices":{"type":\#
    "array","items":{"$ref":"#/components/schemas/Device"}},"next":{"type":["string","null"],"de\#
    scription":"For the parameter after; null on the last page."}}},"Incident":{"type":"object",\#
    "required":["number","time","lineage","epoch","first","last","known","sent"],"properties":{"\#
    number":{"type":"integer","minimum":0},"time":{"type":"string","format":"date-time"},"lineag\#
    e":{"type":"string"},"epoch":{"type":"string"},"first":{"type":"integer","minimum":0},"last"\#
    :{"type":"integer","minimum":0},"known":{"type":"string"},"sent":{"type":"string"}},"descrip\#
    tion":"A device sent other content under numbers that the log has."},"Incidents":{"type":"ob\#
    ject","required":["incidents","next"],"properties":{"incidents":{"type":"array","items":{"$r\#
    ef":"#/components/schemas/Incident"}},"next":{"type":["string","null"],"description":"For th\#
    e parameter after; null on the last page."}}},"Candidate":{"type":"object","required":["tag"\#
    ,"content","endorsers","asked","isTakenDown"],"properties":{"tag":{"type":"string"},"content\#
    ":{"type":"string"},"endorsers":{"type":"integer","minimum":0},"asked":{"type":"integer","mi\#
    nimum":0},"isTakenDown":{"type":"boolean"}},"description":"Enough devices endorse a content,\#
     and none has sent it yet."},"Candidates":{"type":"object","required":["candidates","next"],\#
    "properties":{"candidates":{"type":"array","items":{"$ref":"#/components/schemas/Candidate"}\#
    },"next":{"type":["string","null"],"description":"For the parameter after; null on the last \#
    page."}}},"Revocation":{"type":"object","required":["counts"],"properties":{"counts":{"type"\#
    :"string","enum":["kept","retracted"]}}},"Retraction":{"type":"object","required":["counts",\#
    "epoch","first","last"],"properties":{"counts":{"type":"string","enum":["kept","retracted"]}\#
    ,"epoch":{"type":"string","pattern":"^[0-9a-f]{32}$"},"first":{"type":"integer","minimum":1}\#
    ,"last":{"type":"integer","minimum":1,"description":"Not below the first; the range may hold\#
     numbers that have not come yet."}}},"Change":{"type":"object","required":["subject","contro\#
    lEntries","redactedBatches"],"properties":{"subject":{"type":"string","description":"The lin\#
    eage or the tag of the path."},"controlEntries":{"type":"integer","minimum":0,"description":\#
    "Entries that the log got for it; 0: it was so before."},"redactedBatches":{"type":"integer"\#
    ,"minimum":0,"description":"Batches whose content an erasure took out of the log."}},"descri\#
    ption":"What came of an operator's request."},"Problem":{"type":"object","required":["type",\#
    "title","status","detail"],"properties":{"type":{"type":"string","description":"urn:spotlog:\#
    problem:NAME; stays as it is."},"title":{"type":"string"},"status":{"type":"integer"},"detai\#
    l":{"type":"string","description":"What was wrong and what to do next."},"retryAfterMillisec\#
    onds":{"type":"integer","minimum":0},"cloudTime":{"type":"integer","description":"The aggreg\#
    ator's time, in milliseconds since 1970, where the request was refused for its own."},"signa\#
    ture":{"type":"string","pattern":"^[0-9a-f]{144}$","description":"The aggregator's signature\#
     over the request and the refusal, as FORMAT.md says: without it a device only tries again l\#
    ater."}},"description":"RFC 9457."}}}}
    """#
}
