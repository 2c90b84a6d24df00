// JSON (RFC 8259) for programs; every node keeps its location. Strings are accepted loosely here:
// escapes and control characters are checked where they are decoded, at their own locations.
//
// The lexer accepts any text: what is not part of JSON becomes WORD, STRAY or UNTERMINATED_STRING
// and is reported by the parser.
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

// In the order in which messages list them.
COMMA : ',' ;
COLON : ':' ;
LEFT_BRACE : '{' ;
RIGHT_BRACE : '}' ;
LEFT_BRACKET : '[' ;
RIGHT_BRACKET : ']' ;

BLANK : [ \t\r\n]+ -> skip ;
STRAY : . ;
