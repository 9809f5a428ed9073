# The real data is no part of the repository. This has its shape, and a few pages of it.
for language in de en es fr it ja; do
  for name in awk curl diff find gcc git grep head join make patch paste sed sort ssh tail tar; do
    printf '{"id":"%s/%s","lang":"%s","platform":"common","name":"%s","title":"%s",' \
      "$language" "$name" "$language" "$name" "$name"
    printf '"description":"What %s does.","moreInfoURL":"https://example.com"}\n' "$name"
  done
done | gzip > tldr.pages.jsonl.gz
