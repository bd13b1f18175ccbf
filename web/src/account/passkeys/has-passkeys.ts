/** False in old browsers, and on pages without TLS. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function';
}
