-- The records of the dataset by their ids, without their columns. The folder's name is filled in.
CREATE TABLE items AS
FROM read_ndjson('{data}/restaurants.jsonl', columns = {business_id: 'VARCHAR'});

CREATE TABLE reviews AS
SELECT review_id, business_id
FROM read_ndjson('{data}/reviews.jsonl', columns = {review_id: 'VARCHAR', business_id: 'VARCHAR'})
SEMI JOIN items USING (business_id);
