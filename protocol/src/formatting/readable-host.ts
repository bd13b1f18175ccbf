/** The scripts that Unicode recommends for names (UAX 31, table 5). The last three are those that one language writes together. */
const SCRIPTS = [
  ...'Latn Cyrl Grek Arab Armn Beng Deva Ethi Geor Gujr Guru Hebr Knda Khmr Laoo Mlym Mymr Orya Sinh Taml Telu Thaa Thai Tibt'.split(
    ' ',
  ),
  'Hani Hira Kana',
  'Hani Hang',
  'Hani Bopo',
];

/** Letters that look like one of "a" to "z" in most fonts: Latin, Cyrillic, Greek and Armenian. */
const LOOKALIKES = /^[a-z\d\-ıɑɡаҽсԁеԍһіјӏорԛѕԝхуѵαικνρυωηοτգհոսցօյ]*$/u;

/** What Snug reads of the URL that browsers and Node.js share. Protocol has the types of neither. */
export type Url = Record<'protocol' | 'host' | 'hostname' | 'port' | 'pathname' | 'href', string>;

/** The typed host with its port, if nobody can take it for another one; undefined if it hides where the link leads. */
export function getReadableHost(url: Url, typedAuthority: string): string | undefined {
  const typed = typedAuthority.normalize('NFC').toLowerCase();
  const [, host = '', port = ''] = /^(.*?)(?::(\d*))?$/.exec(typed) ?? [];
  const isPort = port === '' || port === url.port || Number(port) === getDefaultPort(url);
  return isPort && isReadable(host, url.hostname) ? host + url.host.slice(url.hostname.length) : undefined;
}

function getDefaultPort({ protocol }: Url): number {
  return protocol === 'http:' ? 80 : 443;
}

function isReadable(typed: string, hostname: string): boolean {
  const [labels, names] = [typed.split('.'), hostname.split('.')];
  return (
    labels.length === names.length &&
    labels.every((label, index) => label === names[index] || isReadableLabel(label, names[index]))
  );
}

/** Nobody takes its letters for Latin ones, or a part of it for "/" or ".". */
function isReadableLabel(label: string, name = ''): boolean {
  const isInternational = name.startsWith('xn--') && /^[\p{L}\p{M}\p{Nd}-]+$/u.test(label);
  const hasClicks = /[\p{sc=Latn}&&\p{Lo}]/v.test(label);
  return isInternational && !hasClicks && !LOOKALIKES.test(label) && isOfOneLanguage(label);
}

function isOfOneLanguage(label: string): boolean {
  patterns ??= SCRIPTS.map(toPattern);
  return patterns.some(pattern => pattern.test(label));
}

/** Few messages need them. */
let patterns: RegExp[] | undefined;

function toPattern(scripts: string): RegExp {
  const letters = scripts.split(' ').map(script => String.raw`\p{scx=${script}}`);
  return new RegExp(String.raw`^[${letters.join('')}\p{Nd}\-]+$`, 'u');
}
