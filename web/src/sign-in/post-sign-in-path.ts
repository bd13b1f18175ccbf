/** Where the reader was going when signing in came in between. */
export function wantedPath(): string {
  return (history.state as { wanted?: string } | null)?.wanted ?? '/';
}
