import * as fc from 'fast-check';

/** Attack strings and random texts, the same in each run. */
export const HOSTILE_TEXTS: readonly string[] = [
  '<script>window.pwned = 1</script>',
  '<img src=x onerror="window.pwned = 1">',
  '"><svg/onload=window.pwned=1>',
  "' onmouseover='window.pwned = 1' x='",
  '</title></textarea><iframe srcdoc="<script>parent.pwned=1</script>">',
  'javascript:window.pwned=1',
  '[x](javascript:window.pwned=1)',
  '{{constructor.constructor("window.pwned=1")()}}${window.pwned=1}',
  '&lt;b&gt;&amp;amp; %3Cscript%3E \\u003cscript\\u003e',
  '__proto__',
  '] onclick=window.pwned=1 [',
  'evil\u202egnp.exe',
  'open\u202e\u2067\u2066\u202b',
  'אבג \u202dabc\u202c <b>',
  'مرحبا (1) [2]',
  'z̸̢̛͍̲̙̗̟͎͇͙̖͓̑̌͛̀̍͊̏̀̕͜͠a̵l̷g̴o',
  '\u200b\u00ad\ufeffx\u200d\u2060',
  '🏳️‍🌈👩‍👩‍👧‍👦🇵🇱',
  'W'.repeat(80),
  'ﷺ𒐫'.repeat(25),
  ...fc
    .sample(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), { seed: 1, numRuns: 4 })
    .map(words => `x${words}x`.slice(0, 80).toWellFormed()),
];

/** Closes the isolate around it, and reverses the text after it. */
export const BIDI_ESCAPING_NAME = 'Eve\u2069\u2069\u202eliar';
