/// By message and number: what `event.proto` says; FieldMapTests holds it against that file.
extension EventFields {
  static let table: [String: [UInt32: Known]] = [
    "Event": [
      1: Known(name: "item_indexed", message: "ItemIndexed"),
      2: Known(name: "items_deleted", message: "ItemsDeleted"),
      3: Known(name: "activity_recorded", message: "ActivityRecorded"),
      4: Known(name: "results_shown", message: "ResultsShown"),
      5: Known(name: "result_engaged", message: "ResultEngaged"),
      6: Known(name: "reindex_requested", message: "ReindexRequested"),
      7: Known(name: "reindex_acknowledged", message: "ReindexAcknowledged"),
      8: Known(name: "batch_ended", message: "BatchEnded"),
      9: Known(name: "epoch_adopted", message: "EpochAdopted"),
      10: Known(name: "journal_begun", message: "JournalBegun"),
      11: Known(name: "activities_deleted", message: "ActivitiesDeleted"),
      12: Known(name: "items_expired", message: "ItemsExpired"),
      13: Known(name: "synonyms_set", message: "SynonymsSet"),
    ],
    "JournalBegun": [
      1: Known(name: "lineage_secret"),
      2: Known(name: "created_by", isText: true),
    ],
    "ItemIndexed": [
      1: Known(name: "app", isText: true),
      2: Known(name: "id", isText: true),
      3: Known(name: "domain", isText: true),
      4: Known(name: "attributes", message: "Attributes"),
      5: Known(name: "expires_milliseconds"),
      6: Known(name: "merge"),
      7: Known(name: "index_name", isText: true),
      8: Known(name: "protection"),
      9: Known(name: "sealed_attributes"),
      10: Known(name: "default_expires_milliseconds"),
    ],
    "ItemsDeleted": [
      1: Known(name: "app", isText: true),
      2: Known(name: "ids", isText: true),
      3: Known(name: "domains", isText: true),
      4: Known(name: "all"),
      5: Known(name: "index_name", isText: true),
    ],
    "ActivityRecorded": [
      1: Known(name: "app", isText: true),
      2: Known(name: "id", isText: true),
      3: Known(name: "type", isText: true),
      4: Known(name: "title", isText: true),
      5: Known(name: "webpage_url", isText: true),
      6: Known(name: "keywords", isText: true),
      7: Known(name: "attributes", message: "Attributes"),
      8: Known(name: "eligible_for_search"),
      9: Known(name: "eligible_for_public_indexing"),
      10: Known(name: "related_unique_identifier", isText: true),
      11: Known(name: "weak_related_unique_identifier", isText: true),
      12: Known(name: "expires_milliseconds"),
      13: Known(name: "user_info", message: "ValueEntry"),
      14: Known(name: "required_user_info_keys", isText: true),
      15: Known(name: "eligible_for_handoff"),
      16: Known(name: "persistent_identifier", isText: true),
      17: Known(name: "public_attribute_names", isText: true),
    ],
    "ActivitiesDeleted": [
      1: Known(name: "app", isText: true),
      2: Known(name: "persistent_identifiers", isText: true),
      3: Known(name: "all"),
    ],
    "ItemsExpired": [
      1: Known(name: "app", isText: true),
      2: Known(name: "ids", isText: true),
      3: Known(name: "request_id"),
      4: Known(name: "kind"),
      5: Known(name: "expired_milliseconds"),
    ],
    "ShownResult": [
      1: Known(name: "source"),
      2: Known(name: "app", isText: true),
      3: Known(name: "id", isText: true),
      4: Known(name: "tag"),
    ],
    "ResultsShown": [
      1: Known(name: "query", isText: true),
      2: Known(name: "results", message: "ShownResult"),
      3: Known(name: "sums", message: "ShownSums"),
    ],
    "ShownSums": [
      1: Known(name: "app", isText: true),
      2: Known(name: "id", isText: true),
      3: Known(name: "activity"),
      4: Known(name: "lists"),
      5: Known(name: "looks"),
    ],
    "ResultEngaged": [
      1: Known(name: "result", message: "ShownResult"),
      2: Known(name: "query", isText: true),
      3: Known(name: "shown", message: "ShownResult"),
      4: Known(name: "place"),
      5: Known(name: "waited_milliseconds"),
    ],
    "ReindexRequested": [
      1: Known(name: "request_id"),
      2: Known(name: "app", isText: true),
      3: Known(name: "ids", isText: true),
      4: Known(name: "reason"),
      5: Known(name: "deadline_milliseconds"),
      6: Known(name: "index_name", isText: true),
      7: Known(name: "client_state"),
    ],
    "ReindexAcknowledged": [
      1: Known(name: "request_id"),
      2: Known(name: "app", isText: true),
      3: Known(name: "cannot_resume"),
    ],
    "BatchEnded": [
      1: Known(name: "app", isText: true),
      2: Known(name: "index_name", isText: true),
      3: Known(name: "client_state"),
    ],
    "SynonymsSet": [
      1: Known(name: "app", isText: true),
      2: Known(name: "version", isText: true),
      3: Known(name: "groups", message: "SynonymGroup"),
    ],
    "SynonymGroup": [
      1: Known(name: "terms", isText: true)
    ],
    "EpochAdopted": [
      1: Known(name: "grant")
    ],
    "Attributes": [
      1: Known(name: "values", message: "Attribute")
    ],
    "Attribute": [
      1: Known(name: "name", isText: true),
      2: Known(name: "value", message: "Value"),
      3: Known(name: "custom", message: "CustomKey"),
    ],
    "CustomKey": [
      1: Known(name: "searchable"),
      2: Known(name: "searchable_by_default"),
      3: Known(name: "unique"),
      4: Known(name: "multi_valued"),
    ],
    "Value": [
      1: Known(name: "string", isText: true),
      2: Known(name: "number"),
      3: Known(name: "boolean"),
      4: Known(name: "date_milliseconds"),
      5: Known(name: "data"),
      6: Known(name: "list", message: "ValueList"),
      7: Known(name: "null"),
      8: Known(name: "url", isText: true),
      9: Known(name: "person", message: "Person"),
      10: Known(name: "localized", message: "LocalizedString"),
      11: Known(name: "map", message: "ValueMap"),
      12: Known(name: "integer"),
    ],
    "ValueList": [
      1: Known(name: "values", message: "Value")
    ],
    "ValueMap": [
      1: Known(name: "values", message: "ValueEntry")
    ],
    "Person": [
      1: Known(name: "display_name", isText: true),
      2: Known(name: "handles", isText: true),
      3: Known(name: "handle_identifier", isText: true),
      4: Known(name: "contact_identifier", isText: true),
    ],
    "LocalizedString": [
      1: Known(name: "texts", message: "TextEntry"),
      2: Known(name: "fallback", isText: true),
    ],
    "ValueEntry": [1: Known(name: "key", isText: true), 2: Known(name: "value", message: "Value")],
    "TextEntry": [1: Known(name: "key", isText: true), 2: Known(name: "value", isText: true)],
  ]
}
