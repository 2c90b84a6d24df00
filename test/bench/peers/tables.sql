-- The dataset as DuckDB tables: the columns that the sample requests and the formula need, no others.
-- The names in braces are filled in: the folder, and the columns of items that request_sql.py finds in the requests.

-- A value as Yelp writes it: None is missing, quoted text is what lies between the quotes.
CREATE OR REPLACE MACRO reading(v) AS CASE
  WHEN v = '' OR lower(v) = 'none' THEN NULL
  WHEN regexp_full_match(v, '(?s)u?(''.*''|".*")') THEN regexp_extract(v, '(?s)^u?.(.*).$', 1)
  ELSE v END;

CREATE TABLE items AS
SELECT row_number() OVER () - 1 AS position, business_id, {item_values}
FROM read_ndjson('{data}/restaurants.jsonl', columns = {business_id: 'VARCHAR', {item_columns}});

CREATE TABLE reviews AS
SELECT items.position AS item, read.position AS position, review_id, text, stars, useful, date,
       user.name AS name, user.fans AS fans, user.review_count AS review_count, user.average_stars AS average_stars, user.elite AS elite
FROM (SELECT row_number() OVER () AS position, * FROM read_ndjson('{data}/reviews.jsonl', columns = {
       review_id: 'VARCHAR', business_id: 'VARCHAR', text: 'VARCHAR', stars: 'DOUBLE', useful: 'BIGINT',
       date: 'VARCHAR',
       user: 'STRUCT(name VARCHAR, fans BIGINT, review_count BIGINT, average_stars DOUBLE, elite VARCHAR)'})) AS read
JOIN items USING (business_id);

CREATE TABLE mapping AS
FROM read_json('{data}/user_mapping.json', columns = {
       friend_graph: 'MAP(VARCHAR, VARCHAR[])',
       review_assignments: 'MAP(BIGINT, STRUCT(review_idx BIGINT, name VARCHAR)[])'});

CREATE TABLE friends AS
SELECT entry.key AS name, unnest(entry.value) AS friend
FROM (SELECT unnest(map_entries(friend_graph)) AS entry FROM mapping);

-- Some reviews get their author's name from the mapping, by item and index within the item.
CREATE TEMP TABLE assigned AS
SELECT entry.key AS item, unnest(entry.value, recursive := true)
FROM (SELECT unnest(map_entries(review_assignments)) AS entry FROM mapping);

UPDATE reviews SET name = renamed.name FROM (
  SELECT review_id, assigned.name FROM assigned JOIN (
    SELECT review_id, item, row_number() OVER (PARTITION BY item ORDER BY position) - 1 AS review_idx
    FROM reviews WHERE item IN (SELECT item FROM assigned)) USING (item, review_idx)) AS renamed
WHERE reviews.review_id = renamed.review_id;

CREATE TABLE judgements AS
SELECT regexp_extract(entry.key, '^([^:]*):', 1) AS review_id, regexp_extract(entry.key, '^[^:]*:(.*)$', 1) AS topic,
       lower(entry.value.judgement) AS judgement
FROM (SELECT unnest(map_entries(content::JSON::MAP(VARCHAR, STRUCT(judgement VARCHAR)))) AS entry
      FROM read_text('{data}/judgement_cache.json'));
