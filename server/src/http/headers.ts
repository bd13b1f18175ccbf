import type { FastifyInstance } from 'fastify';

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  // The MP3 encoder is WebAssembly.
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** For the pages in a provider's popup: with a stricter policy, the browser would separate the popup from its opener. */
export const POPUP_OPENER_POLICY = 'unsafe-none';

/** A page may ask for the microphone. Other permissions are denied, also to injected scripts. */
const PERMISSIONS_POLICY = [
  'microphone=(self)',
  ...[
    'accelerometer',
    'browsing-topics',
    'camera',
    'clipboard-read',
    'display-capture',
    'geolocation',
    'gyroscope',
    'hid',
    'idle-detection',
    'local-fonts',
    'magnetometer',
    'midi',
    'payment',
    'screen-wake-lock',
    'serial',
    'usb',
    'window-management',
    'xr-spatial-tracking',
  ].map(feature => `${feature}=()`),
].join(', ');

const HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // A popup that Snug opens keeps its opener, also while it shows a provider's page.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': PERMISSIONS_POLICY,
  // Responses are private unless their route allows caching.
  'cache-control': 'no-store',
};

/** Two years. Without `includeSubDomains`, because other hosts of the domain are not Snug's. */
const HSTS_HEADER = { 'strict-transport-security': 'max-age=63072000' };

export function getSecurityHeaders(url: string): Record<string, string> {
  return { ...HEADERS, ...(url.startsWith('https:') && HSTS_HEADER) };
}

/** Adds the headers to every response, unless its route has set them. */
export function addSecurityHeaders(app: FastifyInstance, url: string): void {
  const headers = Object.entries(getSecurityHeaders(url));
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of headers) if (!reply.hasHeader(name)) reply.header(name, value);
  });
}
