/** An attacker can choose `path`: it must not lead to another site (open redirect). */
export function toOwnPath(path: string): string {
  return new URL(path, location.origin).origin === location.origin ? path : '/';
}

export function getPostSignInPath(): string {
  return (history.state as { wanted?: string } | null)?.wanted ?? '/';
}
