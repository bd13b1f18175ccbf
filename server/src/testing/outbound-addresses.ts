/** Notations of addresses of this machine. */
export const LOOPBACK_HOSTS = [
  '127.0.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '127.1',
  '127.0.0.1.',
  '①②⑦.0.0.1',
  '127。0。0。1',
  '0',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[0:0:0:0:0:0:0:1]',
];

/** Not plain http or https addresses. */
export const INVALID_URLS = [
  'file:///etc/passwd',
  'gopher://127.0.0.1/',
  'ftp://127.0.0.1/',
  'data:text/plain,x',
  'javascript:1',
  '//127.0.0.1/',
  'http://',
  'http://user:word@127.0.0.1/',
  'http://a@127.0.0.1/',
  `http://127.0.0.1/${'x'.repeat(3_000)}`,
];
