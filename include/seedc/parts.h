/* Data in parts, of which several processes each have one: rows of a part are answered as they
 * come, and where they went is added up by whoever has all parts, as Spark does (docs/spark.md).
 * The conventions are those of seedc.h. */
#ifndef SEEDC_PARTS_H
#define SEEDC_PARTS_H

/* C has its own names and no nullptr. NOLINTBEGIN */

#include <seedc/seedc.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Items, reviews and extractions in one stream of Arrow: rows of the structs `item`, `review` and
 * `extraction`, all but one of which are null; all but `item` may be absent. Rows are sorted by
 * `business_id`, by bytes, each item before its reviews; extractions are next to the item that they
 * are for. Items whose ids come again are left out, as in tables. */
typedef struct seedc_part {
  size_t size;
  struct ArrowArrayStream* rows;
  struct ArrowArrayStream*
      friends; /* of all data, held whole: this and the following may be NULL */
  struct ArrowArrayStream* judgements; /* `name`, `friends`; `review_id`, `topic`, `judgement` */
  /* Is called at the end, before the last batch is given, or may be NULL: where all went, as a line
   * of JSON: `{"items":…,"reviews":…,"left_out":{…},"formulas":[…],"findings":{…}}`. The parts of a
   * whole are added up; findings are what a part does not have, which others may. */
  void (*ledger)(void* context, seedc_str json);
  void* context; /* is given to it */
} seedc_part;

/* As seedc_pull_stream. A part may have no readable item, and its findings are not logged. The
 * streams of the part are released: after an error, or with the last batch that is pulled. Of
 * `options` extractions are those of the rows. */
SEEDC_API seedc_error* seedc_pull_part(const seedc_prepared* prepared, const seedc_call* call,
                                       const seedc_part* part, const seedc_run_options* options,
                                       int32_t what, size_t number, struct ArrowArrayStream* out);

/* The columns that the program reads of items and of reviews, as JSON: `{"item":[…],"review":[…]}`.
 * Parts may be without the others. */
SEEDC_API seedc_error* seedc_prepared_columns(const seedc_prepared* prepared, seedc_text** out);

/* What a part has of the schema of all data, as a text. Judgements are given with one part; friends
 * are not read. The streams are released. */
SEEDC_API seedc_error* seedc_part_schema(seedc_session* session, const seedc_call* call,
                                         const seedc_part* part, seedc_text** out);
/* Such texts joined, as one again and as a schema; either pointer may be NULL. The schema is that
 * of all data, but for the order of paths, and for what is counted where a limit was reached
 * (`schema-paths`, `schema-values`). */
SEEDC_API seedc_error* seedc_schema_join(seedc_session* session, const seedc_call* call,
                                         const seedc_str* parts, size_t part_count,
                                         seedc_text** part, seedc_schema** schema);

#ifdef __cplusplus
}
#endif

/* NOLINTEND */

#endif
