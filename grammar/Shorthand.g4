// The shorthand: requests and conditions in the notation for people (`.req` files). README.md has
// examples.
//
// Every list is left-factored to one token of lookahead, so that an error can list what was
// expected. The lexer accepts any text: what no rule accepts becomes STRAY or UNTERMINATED_STRING
// and is reported by the parser.
grammar Shorthand;

// A comma before a closing bracket; `compiler/parse/tokens.cpp` distinguishes it from other commas.
// The words of rankings and `as` are names elsewhere; `compiler/parse/shorthand/context_words.cpp`
// distinguishes them. It also makes `=` a COMPARISON where conditions on reviews are written, and every
// COMPARISON elsewhere a STRAY. A bracket or comma beyond a limit is BEYOND_LIMIT, a token with bytes
// that are not UTF-8 INVALID_UTF8: `compiler/parse/shorthand/shorthand.cpp`.
tokens { TRAILING_COMMA, RANK, BY, ASC, DESC, RANK_BY, AS, BEYOND_LIMIT, INVALID_UTF8 }

program : statement* EOF ;

statement
    : importStatement
    | letStatement
    | requestBlock
    | shortRequest
    | bareRequest
    ;

importStatement : IMPORT STRING ;
letStatement : LET name=( NAME | STRING ) '=' expr ;
shortRequest : requestId ':' expr ranking? ;
bareRequest : expr ranking? ;
requestBlock : REQUEST requestId '{' ( field ( ',' | TRAILING_COMMA )? )* '}' ;
requestId : NAME | NUMBER | STRING ;

field : fieldName=( NAME | WHERE ) ':' fieldValue | RANK_BY ':' score ;
fieldValue : NUMBER | NULL_WORD | expr ;

// The order of matches, by an output of a formula.
ranking : RANK BY score ;
score : formula=STRING '.' output=word ( ASC | DESC )? ;

// Conditions. Only calls and hops take a label; a label on an operation is reported.
expr : ( operation | atLeast | hop | condition ) label? ;
label : AS name=( NAME | STRING ) ;
operation : op=( AND | OR | NOT ) '(' ( expr ( ',' expr )* TRAILING_COMMA? )? ')' ;
// The first argument says how many of the others it takes; a wrong one is reported by the checker.
atLeast : AT_LEAST '(' ( least ( ',' expr )* TRAILING_COMMA? )? ')' ;
least : NUMBER | TRUE_WORD | FALSE_WORD | NULL_WORD | expr ;
hop : HOP arguments ;
condition : NAME arguments? | STRING ;

// Arguments of calls and their values.
arguments : '(' ( argument ( ',' argument )* TRAILING_COMMA? )? ')' ;
argument : ( key ':' )? value ( comparison value )? ;
comparison : COMPARISON | FOREIGN_COMPARISON ;
key : word | STRING | TRUE_WORD | FALSE_WORD | NULL_WORD ;
value : STRING | NUMBER | TRUE_WORD | FALSE_WORD | NULL_WORD | list | object | path ;
list : '[' ( value ( ',' value )* TRAILING_COMMA? )? ']' ;
object : '{' ( member ( ',' member )* TRAILING_COMMA? )? '}' ;
member : key ':' value ;
path : word ( '.' key )* ;
word : NAME | HOP | AND | OR | NOT | AT_LEAST | LET | IMPORT | REQUEST | WHERE ;

// Operators are upper case; the parser also accepts other cases and reports them.
AND : [Aa] [Nn] [Dd] ;
OR : [Oo] [Rr] ;
NOT : [Nn] [Oo] [Tt] ;
AT_LEAST : [Aa] [Tt] '_' [Ll] [Ee] [Aa] [Ss] [Tt] ;
HOP : [0-9]+ [Hh] [Oo] [Pp] ( '_' [Ss] [Tt] [Aa] [Rr] [Ss] )? ;

LET : 'let' ;
IMPORT : 'import' ;
REQUEST : 'request' ;
WHERE : 'where' ;
TRUE_WORD : 'true' | 'True' ;
FALSE_WORD : 'false' | 'False' ;
NULL_WORD : 'null' | 'None' ;

NUMBER : '-'? INTEGER ( '.' [0-9]+ )? ( [eE] [+-]? [0-9]+ )? ;
fragment INTEGER : '0' | [1-9] [0-9]* ;

// Names as published: `post_2020_avg_gte_4.0`, `wifi_'free'`, `cat_arts__&__entertainment`, `cat_american_(traditional)`.
// A dot followed by a letter is not part of a name: it separates the keys of a path.
NAME : NAME_CHAR+ ( NAME_CHAR | NAME_INFIX | QUOTED_TAIL | BRACKETED_TAIL )* ;
fragment NAME_CHAR : [A-Za-z0-9_] | BEYOND_ASCII ;
// Everything but punctuation, blanks, and the signs `≠`, `≤` and `≥`. Exact classes (`\p{L}`) would cost 40 million instructions
// at every start of the program to unpack.
fragment BEYOND_ASCII : [\u00C0-\u1FFF\u2070-\u225F\u2261-\u2263\u2266-\u2FFF\u3040-\uFEFE\uFF10-\u{10FFFF}] ;
fragment NAME_INFIX : '.' [0-9] | [/-] NAME_CHAR | '_&_' ;
fragment QUOTED_TAIL : '_\'' NAME_CHAR+ '\'' ;
fragment BRACKETED_TAIL : '_(' NAME_CHAR+ ')' ;

STRING : '"' STRING_CHAR* '"' | '\'' RAW_CHAR* '\'' ;
UNTERMINATED_STRING : '"' STRING_CHAR* '\\'? | '\'' RAW_CHAR* '\\'? ;
fragment STRING_CHAR : ~["\\\r\n] | '\\' ~[\r\n] ;
fragment RAW_CHAR : ~['\\\r\n] | '\\' ~[\r\n] ;

// In the order in which messages list them.
COMMA : ',' ;
COLON : ':' ;
LEFT_PAREN : '(' ;
RIGHT_PAREN : ')' ;
LEFT_BRACKET : '[' ;
RIGHT_BRACKET : ']' ;
LEFT_BRACE : '{' ;
RIGHT_BRACE : '}' ;
ASSIGN : '=' ;
DOT : '.' ;

INFIX_OPERATOR : '&' '&'? | '|' '|'? ;
COMPARISON : '>=' | '>' | '<=' | '<' | '~' ;
// Signs of other languages, each reported with the one that is meant.
FOREIGN_COMPARISON : '==' | '!=' | '<>' | '=>' | '=<' | '≥' | '≤' | '≠' ;

COMMENT : '#' ~[\r\n]* -> skip ;
BLANK : [ \t\r\n\f]+ -> skip ;
STRAY : . ;
