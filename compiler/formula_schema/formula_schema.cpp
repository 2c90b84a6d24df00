// The document. One operation is one entry of $defs; `step` lists them.
#include "compiler/formula_schema/formula_schema.h"

namespace seedc {

std::string_view formula_schema() {
  static constexpr std::string_view kSchema = R"json({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "Formula Seed",
  "description": "Scores each item (a restaurant) from what was extracted from its reviews: which reviews are relevant, what to extract from each, and steps that compute the outputs. Declarative: expressions, but no code.",
  "type": "object",
  "properties": {
    "task_name": {"type": ["string", "null"], "description": "What the formula is called in reports."},
    "filter": {
      "type": ["object", "null"],
      "description": "Which reviews are relevant. Without it all are.",
      "properties": {
        "keywords": {"type": ["array", "null"], "items": {"type": "string"}, "description": "A review is relevant if its text contains one of these, in any case."},
        "match": {"type": ["string", "null"], "enum": ["substring", "word", null], "description": "substring, the default: also inside of words. word: whole words only."}
      },
      "required": [],
      "additionalProperties": false
    },
    "extract": {
      "type": ["object", "null"],
      "description": "What a reader notes down of each relevant review.",
      "properties": {
        "fields": {"type": "array", "items": {"anyOf": [{"$ref": "#/$defs/enum_field"}, {"$ref": "#/$defs/plain_field"}]}}
      },
      "required": ["fields"],
      "additionalProperties": false
    },
    "judge": {
      "type": ["object", "null"],
      "description": "Has the reasoning behind every extraction judged before it counts. Extractions on inappropriate evidence are left out; the others have the fields extraction.confidence and extraction.evidence_quality, numbers from 0 to 1.",
      "properties": {
        "guidelines": {"type": "string", "description": "What counts as evidence for the fields, and what does not."},
        "threshold": {"type": ["number", "null"], "description": "From 0 to 1. Extractions whose evidence quality is below it are left out; 0.15 if it is not given."}
      },
      "required": ["guidelines"],
      "additionalProperties": false
    },
    "compute": {
      "type": "array",
      "description": "Steps in order. A step may use the names of earlier steps.",
      "items": {"$ref": "#/$defs/step"}
    },
    "output": {
      "type": "array",
      "description": "Names of steps, filters excepted: the values to report for each item.",
      "minItems": 1,
      "items": {"$ref": "#/$defs/name"}
    }
  },
  "required": ["compute", "output"],
  "additionalProperties": false,

  "$defs": {
    "name": {
      "type": "string",
      "description": "An identifier that is no function (max, min, abs, log, sqrt), no keyword of Python, and not extraction, meta or context.",
      "pattern": "^[A-Za-z_][A-Za-z0-9_]*$"
    },
    "literal": {"type": ["string", "number", "boolean"]},
    "expression": {
      "type": "string",
      "description": "Python arithmetic and logic: + - * /, comparisons and their chains, and, or, not, `a if c else b`, parentheses, numbers, strings, True, False, max, min, abs, log, sqrt. Names are earlier steps or context.PATH; in the expr of a sum also extraction.FIELD and meta.PATH. Division by zero and missing values give null; guard them with `if`."
    },

    "quote": {"type": ["boolean", "null"], "description": "true: a value counts only if a quote that shows it stands in the review."},
    "remark": {"type": ["string", "null"], "description": "For readers; without effect."},

    "enum_field": {
      "type": "object",
      "properties": {
        "name": {"$ref": "#/$defs/name"},
        "type": {"type": "string", "enum": ["enum"]},
        "values": {
          "type": "object",
          "description": "Each allowed value, with what it means.",
          "additionalProperties": {"type": "string"}
        },
        "description": {"type": ["string", "null"], "description": "What the field says of a review, for the one who extracts it."},
        "quote": {"$ref": "#/$defs/quote"}
      },
      "required": ["name", "type", "values"],
      "additionalProperties": false
    },
    "plain_field": {
      "type": "object",
      "properties": {
        "name": {"$ref": "#/$defs/name"},
        "type": {"type": "string", "enum": ["int", "float", "bool", "string"]},
        "description": {"type": ["string", "null"], "description": "What the field says of a review, for the one who extracts it."},
        "quote": {"$ref": "#/$defs/quote"}
      },
      "required": ["name", "type"],
      "additionalProperties": false
    },

    "condition": {
      "description": "A value to be equal to, or operators that must all hold. With a missing value none holds.",
      "anyOf": [
        {"$ref": "#/$defs/literal"},
        {"$ref": "#/$defs/operators"}
      ]
    },
    "operators": {
      "type": "object",
      "properties": {
        "in": {"type": "array", "items": {"$ref": "#/$defs/literal"}, "minItems": 1},
        "==": {"$ref": "#/$defs/literal"},
        "!=": {"$ref": "#/$defs/literal"},
        ">=": {"type": ["string", "number"]},
        ">": {"type": ["string", "number"]},
        "<=": {"type": ["string", "number"]},
        "<": {"type": ["string", "number"]}
      },
      "required": [],
      "additionalProperties": false
    },
    "where": {
      "type": ["object", "null"],
      "description": "Conditions on a row that must all hold. Keys: extraction.FIELD, meta.PATH (a value of the review, such as meta.stars, meta.useful, meta.year, meta.user.fans), context.PATH (a value of the item), or $NAME (a defined filter; true or false).",
      "additionalProperties": {"$ref": "#/$defs/condition"}
    },
    "bare_conditions": {
      "type": ["object", "null"],
      "description": "Conditions that must all hold; the keys are written without the prefix.",
      "additionalProperties": {"$ref": "#/$defs/condition"}
    },

    "step": {
      "anyOf": [
        {"$ref": "#/$defs/define_filter"},
        {"$ref": "#/$defs/count"},
        {"$ref": "#/$defs/sum"},
        {"$ref": "#/$defs/max_or_min"},
        {"$ref": "#/$defs/lookup"},
        {"$ref": "#/$defs/expr"},
        {"$ref": "#/$defs/const"},
        {"$ref": "#/$defs/case_of_source"},
        {"$ref": "#/$defs/case_of_conditions"}
      ]
    },
    "define_filter": {
      "type": "object",
      "description": "A condition on rows to be used as $NAME. All that is given must hold.",
      "properties": {
        "name": {"$ref": "#/$defs/name"},
        "op": {"type": "string", "enum": ["define_filter"]},
        "description": {"$ref": "#/$defs/remark"},
        "extraction": {"$ref": "#/$defs/bare_conditions"},
        "meta": {"$ref": "#/$defs/bare_conditions"},
        "where": {"$ref": "#/$defs/where"}
      },
      "required": ["name", "op"],
      "additionalProperties": false
    },
    "count": {
      "type": "object",
      "description": "How many rows there are.",
      "properties": {
        "name": {"$ref": "#/$defs/name"},
        "op": {"type": "string", "enum": ["count"]},
        "description": {"$ref": "#/$defs/remark"},
        "where": {"$ref": "#/$defs/where"}
      },
      "required": ["name", "op"],
      "additionalProperties": false
    },
    "sum": {
      "type": "object",
      "description": "The sum of an expression over rows, 0 over none. Rows where it is null are left out.",
      "properties": {
        "name": {"$ref": "#/$defs/name"},
        "op": {"type": "string", "enum": ["sum"]},
        "description": {"$ref": "#/$defs/remark"},
        "expr": {"$ref": "#/$defs/expression"},
        "where": {"$ref": "#/$defs/where"}
      },
      "required": ["name", "op", "expr"],
      "additionalProperties": false
    },
    "max_or_min": {
      "type": "object",
      "description": "The greatest or least value of a field over rows.",
      "properties": {
        "name": {"$ref": "#/$defs/name"},
        "op": {"type": "string", "enum": ["max", "min"]},
        "description": {"$ref": "#/$defs/remark"},
        "field": {"type": "string", "description": "extraction.FIELD or meta.PATH, of numbers.", "pattern": "^(extraction|meta)\\."},
        "where": {"$ref": "#/$defs/where"},
        "default": {"type": ["number", "null"], "description": "What it is where no row has a value."}
      },
      "required": ["name", "op", "field"],
      "additionalProperties": false
    },
    "lookup": {
      "type": "object",
      "description": "The entry of a table that goes with a text.",
      "properties": {
        "name": {"$ref": "#/$defs/name"},
        "op": {"type": "string", "enum": ["lookup"]},
        "description": {"$ref": "#/$defs/remark"},
        "source": {"type": "string", "description": "context.PATH or an earlier step."},
        "table": {"type": "object", "description": "Values of one kind; of numbers for substring_max.", "additionalProperties": {"$ref": "#/$defs/literal"}},
        "match": {
          "type": ["string", "null"],
          "enum": ["exact", "substring_first", "substring_max", null],
          "description": "exact, the default: the key is the text. substring_first: the first key that occurs in it. substring_max: the highest value of the keys that occur in it."
        },
        "default": {"type": ["string", "number", "boolean", "null"], "description": "Where no key fits."}
      },
      "required": ["name", "op", "source", "table"],
      "additionalProperties": false
    },
    "expr": {
      "type": "object",
      "description": "Arithmetic or logic on earlier steps.",
      "properties": {
        "name": {"$ref": "#/$defs/name"},
        "op": {"type": "string", "enum": ["expr"]},
        "description": {"$ref": "#/$defs/remark"},
        "expr": {"$ref": "#/$defs/expression"}
      },
      "required": ["name", "op", "expr"],
      "additionalProperties": false
    },
    "const": {
      "type": "object",
      "properties": {
        "name": {"$ref": "#/$defs/name"},
        "op": {"type": "string", "enum": ["const"]},
        "description": {"$ref": "#/$defs/remark"},
        "value": {"$ref": "#/$defs/literal"}
      },
      "required": ["name", "op", "value"],
      "additionalProperties": false
    },
    "case_of_source": {
      "type": "object",
      "description": "The first rule whose test the source passes.",
      "properties": {
        "name": {"$ref": "#/$defs/name"},
        "op": {"type": "string", "enum": ["case"]},
        "description": {"$ref": "#/$defs/remark"},
        "source": {"type": "string", "description": "context.PATH or an earlier step."},
        "rules": {
          "type": "array",
          "minItems": 1,
          "items": {
            "anyOf": [
              {
                "type": "object",
                "properties": {
                  "when": {"type": ["string", "number", "boolean"], "description": "An operator and a literal or an earlier step, as `< 4.0`; or a value to be equal to."},
                  "then": {"$ref": "#/$defs/literal"}
                },
                "required": ["when", "then"],
                "additionalProperties": false
              },
              {"$ref": "#/$defs/else_rule"}
            ]
          }
        }
      },
      "required": ["name", "op", "source", "rules"],
      "additionalProperties": false
    },
    "case_of_conditions": {
      "type": "object",
      "description": "The first rule whose condition holds.",
      "properties": {
        "name": {"$ref": "#/$defs/name"},
        "op": {"type": "string", "enum": ["case"]},
        "description": {"$ref": "#/$defs/remark"},
        "source": {"type": "null"},
        "rules": {
          "type": "array",
          "minItems": 1,
          "items": {
            "anyOf": [
              {
                "type": "object",
                "properties": {
                  "when": {"$ref": "#/$defs/expression"},
                  "then": {"$ref": "#/$defs/literal"}
                },
                "required": ["when", "then"],
                "additionalProperties": false
              },
              {"$ref": "#/$defs/else_rule"}
            ]
          }
        }
      },
      "required": ["name", "op", "rules"],
      "additionalProperties": false
    },
    "else_rule": {
      "type": "object",
      "description": "What it is where no rule holds. The last of the rules.",
      "properties": {
        "else": {"$ref": "#/$defs/literal"}
      },
      "required": ["else"],
      "additionalProperties": false
    }
  }
}
)json";
  return kSchema;
}

}  // namespace seedc
