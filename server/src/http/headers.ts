import type { FastifyInstance } from 'fastify';

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  // The MP3 encoder: WebAssembly in a worker that its library makes from a blob. The service worker is a file of ours.
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
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

/**
 * For the pages in the window that a provider is asked in: with a policy of their own, the browser would cut that
 * window off from the page that opened it.
 */
export const POPUP_OPENER_POLICY = 'unsafe-none';

/** What a page may ask a person for: to hear them. The rest is refused to whatever gets into a page of Snug's. */
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
  // A window that Snug opens stays in its hands, also while it shows a provider's page.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': PERMISSIONS_POLICY,
  // An answer is somebody's own until its route says that it may be kept.
  'cache-control': 'no-store',
};

/** For two years. Other hosts under the same name are not Snug's to decide about. */
const HSTS_HEADER = { 'strict-transport-security': 'max-age=63072000' };

/** What is said with every answer of a server that people reach at `url`. */
export function getSecurityHeaders(url: string): Record<string, string> {
  return { ...HEADERS, ...(url.startsWith('https:') && HSTS_HEADER) };
}

/** On every answer: what a browser may do with it, unless its route said something else. */
export function addSecurityHeaders(app: FastifyInstance, url: string): void {
  const headers = Object.entries(getSecurityHeaders(url));
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of headers) if (!reply.hasHeader(name)) reply.header(name, value);
  });
}
