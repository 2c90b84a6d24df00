-- The formula examples/cafes/risk.json by hand: one pass over its rows, then the steps in order.
WITH relevant AS (
  SELECT item, lapse, area, upkeep, stars, useful, lapse IN ('mild', 'moderate', 'severe') AS is_lapse,
         try_cast(regexp_extract(date, '^([0-9]{4})([^0-9]|$)', 1) AS BIGINT) AS year
  FROM reviews JOIN extractions USING (review_id)
  WHERE regexp_matches(text, 'clean|spotless|sticky|restroom|still frozen|came out cold', 'i')
),
counted AS (
  SELECT item,
         count(*) AS n_reviews,
         count(*) FILTER (lapse = 'mild') AS n_mild,
         count(*) FILTER (lapse = 'moderate') AS n_moderate,
         count(*) FILTER (lapse = 'severe') AS n_severe,
         count(*) FILTER (is_lapse AND area = 'restroom') AS n_restroom,
         count(*) FILTER (upkeep = 'praised') AS n_praised,
         count(*) FILTER (upkeep = 'neglected') AS n_neglected,
         count(*) FILTER (is_lapse AND year >= 2019) AS n_recent,
         max(year) FILTER (is_lapse) AS last_lapse,
         sum((5 - stars) / 4 + ln(useful + 1)) FILTER (is_lapse) AS total_weight
  FROM relevant GROUP BY item
),
counts AS (
  SELECT position, business_id, lower(categories) AS categories,
         coalesce(n_reviews, 0) AS n_reviews, coalesce(n_mild, 0) AS n_mild, coalesce(n_moderate, 0) AS n_moderate,
         coalesce(n_severe, 0) AS n_severe, coalesce(n_restroom, 0) AS n_restroom, coalesce(n_praised, 0) AS n_praised,
         coalesce(n_neglected, 0) AS n_neglected, coalesce(n_recent, 0) AS n_recent,
         coalesce(last_lapse, 2005) AS last_lapse, coalesce(total_weight, 0) AS total_weight
  FROM items LEFT JOIN counted ON counted.item = items.position
),
steps AS (
  SELECT *,
         n_mild + n_moderate + n_severe AS n_lapses,
         greatest(0.1::DOUBLE,
                  least(1.0::DOUBLE, 0.8::DOUBLE + n_praised * 0.05::DOUBLE - n_neglected * 0.15::DOUBLE)) AS trust,
         n_mild + n_moderate * (3.5::DOUBLE - trust) + n_severe * 6 AS lapse_score,
         CASE WHEN n_lapses > 0 THEN n_recent / n_lapses ELSE 0 END AS recent_ratio,
         CASE WHEN recent_ratio > 0.7::DOUBLE AND n_lapses > 1 THEN 1.3::DOUBLE
              WHEN recent_ratio < 0.3::DOUBLE AND n_lapses > 0 THEN 0.7::DOUBLE ELSE 1.0::DOUBLE END AS trend,
         greatest(0.3::DOUBLE, 1.0::DOUBLE - (2021 - last_lapse) * 0.1::DOUBLE) AS decay,
         CASE WHEN n_lapses > 0 THEN total_weight / n_lapses ELSE 1.0::DOUBLE END AS credibility,
         coalesce(greatest(
           CASE WHEN contains(categories, 'sandwiches') THEN 1.2::DOUBLE END,
           CASE WHEN contains(categories, 'food trucks') THEN 1.5::DOUBLE END,
           CASE WHEN contains(categories, 'noodles') THEN 1.4::DOUBLE END,
           CASE WHEN contains(categories, 'tacos') THEN 1.4::DOUBLE END,
           CASE WHEN contains(categories, 'juice bars') THEN 1.5::DOUBLE END,
           CASE WHEN contains(categories, 'salad') THEN 1.5::DOUBLE END,
           CASE WHEN contains(categories, 'ice cream') THEN 1.6::DOUBLE END,
           CASE WHEN contains(categories, 'gelato') THEN 1.6::DOUBLE END,
           CASE WHEN contains(categories, 'bakeries') THEN 0.9::DOUBLE END,
           CASE WHEN contains(categories, 'coffee & tea') THEN 0.8::DOUBLE END,
           CASE WHEN contains(categories, 'wine bars') THEN 0.7::DOUBLE END), 1.0::DOUBLE) AS handling,
         CASE WHEN n_reviews = 0 THEN handling * 0.5::DOUBLE ELSE 0 END AS silence,
         greatest(0.0::DOUBLE, least(20.0::DOUBLE,
           handling + silence + lapse_score * trend * decay * credibility / 2 + (1 - trust) * 3)) AS risk
  FROM counts
)
SELECT business_id, n_reviews AS "N_REVIEWS", n_lapses AS "N_LAPSES", n_restroom AS "N_RESTROOM", trust AS "TRUST",
       lapse_score AS "LAPSE_SCORE", trend AS "TREND", decay AS "DECAY", credibility AS "CREDIBILITY",
       handling AS "HANDLING", risk AS "RISK",
       CASE WHEN risk < 2.5::DOUBLE THEN 'low' WHEN risk < 6.0::DOUBLE THEN 'raised' ELSE 'high' END AS "VERDICT"
FROM steps ORDER BY position;
