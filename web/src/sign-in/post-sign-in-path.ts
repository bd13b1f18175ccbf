export function getPostSignInPath(): string {
  return (history.state as { wanted?: string } | null)?.wanted ?? '/';
}
