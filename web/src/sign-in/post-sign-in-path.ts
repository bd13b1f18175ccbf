/** Where the reader was going when signing in came in between. */
export function getPostSignInPath(): string {
  return (history.state as { wanted?: string } | null)?.wanted ?? '/';
}
