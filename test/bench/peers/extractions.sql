-- What was extracted for the formula risk.json.
CREATE OR REPLACE TEMP TABLE extractions AS
FROM read_ndjson('{extractions}', columns = {
       review_id: 'VARCHAR', lapse: 'VARCHAR', area: 'VARCHAR', upkeep: 'VARCHAR'});
