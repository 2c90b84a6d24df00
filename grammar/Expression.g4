// The expressions in Formula Seeds, in Python's syntax. README.md has examples.
//
// Chains are flat: only parentheses and arguments nest. The lexer accepts any text: signs and words
// of other languages are tokens of their own where the parser has to stop at them, and alternative
// spellings of the intended token where it need not (`&&`, `≤`, `true`);
// `compiler/parse/expression/expression_spelling.cpp` has Python's spelling of those.
grammar Expression;

// A comma before a closing bracket; `compiler/parse/tokens.cpp` distinguishes it from other commas.
tokens { TRAILING_COMMA }

whole : expression EOF ;

// The test of a `case` rule with a `source`: `< 4.0`.
test : op=( LT | LE | GT | GE | EQ | NE ) bound EOF ;
bound : MINUS? NUMBER | STRING | TRUE_WORD | FALSE_WORD | ROW_NAME | NAME part* ;

expression : disjunction ( IF disjunction ELSE disjunction )* ;
disjunction : conjunction ( OR conjunction )* ;
conjunction : inversion ( AND inversion )* ;
inversion : NOT* comparison ;
comparison : sum ( NOT? IN members | ( op+=( LT | LE | GT | GE | EQ | NE ) sum )* ) ;
members
    : LEFT_PAREN member ( COMMA member )* TRAILING_COMMA? RIGHT_PAREN
    | LEFT_BRACKET member ( COMMA member )* TRAILING_COMMA? RIGHT_BRACKET
    ;
member : ( PLUS | MINUS )? NUMBER | STRING | TRUE_WORD | FALSE_WORD | NAME ;
sum : product ( op+=( PLUS | MINUS ) product )* ;
product : factor ( op+=( TIMES | DIVIDE ) factor )* ;
factor : MINUS* atom ;
atom : NUMBER | STRING | TRUE_WORD | FALSE_WORD | ROW_NAME | reference | LEFT_PAREN expression RIGHT_PAREN ;
reference : NAME ( arguments | part* ) ;
part : DOT key | LEFT_BRACKET STRING RIGHT_BRACKET ;
arguments : LEFT_PAREN ( expression ( COMMA expression )* TRAILING_COMMA? )? RIGHT_PAREN ;
key : NAME | AND | OR | NOT | IF | ELSE | IS | IN | TRUE_WORD | FALSE_WORD | NULL_WORD | KEYWORD ;

// Operators, in Python's spelling first.
AND : 'and' | '&&' | '&' | '∧' ;
OR : 'or' | '||' | '|' | '∨' ;
NOT : 'not' | '!' | '~' | '¬' ;
IF : 'if' ;
ELSE : 'else' ;
IN : 'in' ;
LT : '<' ;
LE : '<=' | '=<' | '≤' | '⩽' ;
GT : '>' ;
GE : '>=' | '=>' | '≥' | '⩾' ;
EQ : '==' | '===' ;
NE : '!=' | '!==' | '<>' | '≠' ;
PLUS : '+' ;
MINUS : '-' | '−' | '–' | '—' ;
TIMES : '*' | '×' | '·' | '⋅' | '∗' ;
DIVIDE : '/' | '÷' | '∕' ;
TRUE_WORD : 'True' | 'true' | 'TRUE' ;
FALSE_WORD : 'False' | 'false' | 'FALSE' ;

// Words and signs that are not part of the language, Python's keywords among them.
NULL_WORD : 'None' | 'null' | 'NULL' ;
IS : 'is' ;
KEYWORD
    : 'as' | 'assert' | 'async' | 'await' | 'break' | 'class' | 'continue' | 'def' | 'del' | 'elif' | 'except' | 'finally'
    | 'for' | 'from' | 'global' | 'import' | 'lambda' | 'nonlocal' | 'pass' | 'raise' | 'return' | 'try' | 'while' | 'with'
    | 'yield'
    ;
POWER : '**' | '^' ;
MODULO : '%' ;
FLOOR_DIVIDE : '//' ;
ASSIGN : '=' ;
OTHER_ASSIGN : ':=' | '+=' | '-=' | '*=' | '/=' ;
COMMENT : '#' ~[\r\n]* | '/*' .*? '*/' ;

// Numbers in Python's syntax: `1_000`, `0x1F`, `1.`, `.5`, `1e5`, but not `007`.
NUMBER
    : [1-9] ( '_'? [0-9] )*
    | '0' ( '_'? '0' )*
    | '0' [xX] ( '_'? [0-9A-Fa-f] )+
    | '0' [oO] ( '_'? [0-7] )+
    | '0' [bB] ( '_'? [01] )+
    | ( DIGITS '.' DIGITS? | '.' DIGITS ) EXPONENT?
    | DIGITS EXPONENT
    ;
LEADING_ZERO : DIGITS ;
fragment DIGITS : [0-9] ( '_'? [0-9] )* ;
fragment EXPONENT : [eE] [+-]? DIGITS ;

NAME : NAME_START NAME_CHAR* ;
// A row value or a filter.
ROW_NAME : '$' NAME_START NAME_CHAR* ;
fragment NAME_START : [A-Za-z_] | LETTER_BEYOND_ASCII ;
fragment NAME_CHAR : [A-Za-z0-9_] | LETTER_BEYOND_ASCII ;
// Everything but signs, punctuation and blanks.
fragment LETTER_BEYOND_ASCII : [\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u1FFF\u2C00-\u2DFF\u3040-\uFDFF\uFE70-\uFEFE\u{10000}-\u{10FFFF}] ;

STRING : '\'' SINGLE_CHAR* '\'' | '"' DOUBLE_CHAR* '"' | [“”„] ~[“”„\r\n]* [“”] | [‘’] ~[‘’\r\n]* '’' ;
PREFIXED_STRING : [BbFfRrUu] [BbFfRr]? ( '\'' SINGLE_CHAR* '\'' | '"' DOUBLE_CHAR* '"' ) ;
UNTERMINATED_STRING : '\'' SINGLE_CHAR* '\\'? | '"' DOUBLE_CHAR* '\\'? ;
fragment SINGLE_CHAR : ~['\\\r\n] | '\\' . ;
fragment DOUBLE_CHAR : ~["\\\r\n] | '\\' . ;

LEFT_PAREN : '(' ;
RIGHT_PAREN : ')' ;
LEFT_BRACKET : '[' ;
RIGHT_BRACKET : ']' ;
LEFT_BRACE : '{' ;
RIGHT_BRACE : '}' ;
COMMA : ',' ;
DOT : '.' ;
COLON : ':' ;
SEMICOLON : ';' ;
QUESTION : '?' ;

BLANK : [ \t\r\n\f]+ -> skip ;
STRAY : . ;
