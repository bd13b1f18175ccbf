/** The first match wins: Edge and Opera also name Chrome, and all of them name Safari. */
const BROWSERS: readonly [pattern: RegExp, name: string][] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly [pattern: RegExp, name: string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** The browser and system of a `User-Agent`, for people. Uses fixed texts only: the header may come from an attacker. */
export function describeDevice(userAgent: string | null): string {
  const text = userAgent ?? '';
  if (!text.startsWith('Mozilla/')) return 'Unknown device';
  const browser = findName(BROWSERS, text) ?? 'Unknown browser';
  const system = findName(SYSTEMS, text);
  return system ? `${browser} on ${system}` : browser;
}

function findName(names: readonly [pattern: RegExp, name: string][], text: string): string | undefined {
  return names.find(([mark]) => mark.test(text))?.[1];
}
