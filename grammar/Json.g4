// JSON (RFC 8259) for programs, so that every node knows its place. Strings are taken loosely here: escapes and control
// characters are judged where they are decoded, at their own place.
//
// The lexer takes any text: what JSON has no use for becomes WORD, STRAY or UNTERMINATED_STRING and is reported by the
// parser.
grammar Json;

document : value EOF ;

value : STRING | NUMBER | TRUE_WORD | FALSE_WORD | NULL_WORD | object | array ;
object : '{' ( member ( ',' member )* )? '}' ;
member : STRING ':' value ;
array : '[' ( value ( ',' value )* )? ']' ;

TRUE_WORD : 'true' ;
FALSE_WORD : 'false' ;
NULL_WORD : 'null' ;
NUMBER : '-'? ( '0' | [1-9] [0-9]* ) ( '.' [0-9]+ )? ( [eE] [+-]? [0-9]+ )? ;
WORD : [A-Za-z0-9_.+-]+ ;

STRING : '"' STRING_CHAR* '"' ;
UNTERMINATED_STRING : '"' STRING_CHAR* '\\'? ;
fragment STRING_CHAR : ~["\\\r\n] | '\\' ~[\r\n] ;

// In the order in which messages name them.
COMMA : ',' ;
COLON : ':' ;
LEFT_BRACE : '{' ;
RIGHT_BRACE : '}' ;
LEFT_BRACKET : '[' ;
RIGHT_BRACKET : ']' ;

BLANK : [ \t\r\n]+ -> skip ;
STRAY : . ;
