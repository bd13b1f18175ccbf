import { createHash } from 'node:crypto';

const STYLE = `
:root{color-scheme:light dark;--back:#fff;--fore:#1d1d1f;--quiet:#5f6368;--line:#d9dce0;--soft:#f3f4f6;--link:#0b57d0}
@media (prefers-color-scheme:dark){:root{--back:#1b1c1f;--fore:#e8e8ea;--quiet:#a5a9b0;--line:#3b3e44;--soft:#26282c;--link:#8ab4f8}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1rem;max-width:48rem;background:var(--back);color:var(--fore);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
a{color:var(--link)}
h1{font-size:1.5rem;line-height:1.25;margin:.5rem 0}
h2{font-size:1rem;margin:2rem 0 .5rem;padding-bottom:.25rem;border-bottom:1px solid var(--line)}
h3{display:inline;font-size:1rem;margin:0}
nav{display:flex;flex-wrap:wrap;gap:.5rem 1rem;padding:.5rem 0}
article{margin:.75rem 0;break-inside:avoid}
article:target{background:var(--soft);outline:.25rem solid var(--soft)}
.time,.mark,.line,.reply,.gone,.about{color:var(--quiet);font-size:.875rem}
.time{text-decoration:none;white-space:nowrap}
.line p{display:inline}
.text p,.about{white-space:pre-wrap;margin:0}
.reply{margin:0;padding-inline-start:.75rem;border-inline-start:3px solid var(--line)}
.reply a{color:inherit}
.mention{font-weight:600}
blockquote{margin:.25rem 0;padding-inline-start:.75rem;border-inline-start:3px solid var(--line)}
pre{margin:.25rem 0;padding:.5rem .75rem;overflow:auto;background:var(--soft);border-radius:.375rem;white-space:pre;overflow-wrap:normal}
code{font-family:ui-monospace,monospace;font-size:.9em}
:not(pre)>code{padding:.1em .3em;background:var(--soft);border-radius:.25rem}
.text ul,.text ol{margin:0;padding:0;list-style:none}
.text li{display:flex;gap:.5rem}
.text li>:last-child{min-width:0;flex:1}
.level-1{margin-inline-start:1.25rem}.level-2{margin-inline-start:2.5rem}.level-3{margin-inline-start:3.75rem}
figure{margin:.25rem 0}
img,video{display:block;max-width:100%;max-height:24rem;width:auto;height:auto;border-radius:.375rem}
audio{display:block;width:100%;max-width:24rem}
.file{margin:.25rem 0}
.reactions{display:flex;flex-wrap:wrap;gap:.25rem .5rem;margin:.25rem 0 0;padding:0;list-style:none;font-size:.875rem}
.reactions li{padding:0 .5rem;border:1px solid var(--line);border-radius:1rem}
.reactions span{color:var(--quiet)}
.pages{padding-inline-start:1.25rem}
@media print{:root{--back:#fff;--fore:#000;--quiet:#444;--line:#bbb;--soft:#f3f4f6;--link:#000}body{max-width:none;padding:0}nav,audio,video{display:none}pre{white-space:pre-wrap}}
`;

export const STYLE_ELEMENT = `<style>${STYLE}</style>`;

/** Nothing runs, and nothing comes from elsewhere. `file:`: Firefox knows no 'self' on a disk. */
export const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "img-src 'self' file:",
  "media-src 'self' file:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
