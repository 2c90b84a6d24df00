-- The rows of the formula risk.json, only counted: what reading and joining them costs.
SELECT count(*)
FROM reviews JOIN extractions USING (review_id)
WHERE regexp_matches(text, 'clean|spotless|sticky|restroom|still frozen|came out cold', 'i');
