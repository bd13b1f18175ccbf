/** `name` is the provider's. */
export const providers = {
  linked: 'Linked accounts',
  disconnect: 'Disconnect',
  disconnectFrom: (name: string) => `Disconnect ${name}`,
  linkTo: (name: string) => `Link to ${name}`,
  linking: (name: string) => `You can then sign in with ${name}.`,
  continueTo: (name: string) => `Continue to ${name}`,
  disconnecting: (name: string) => `You can then no longer sign in with ${name}.`,
  disconnected: (name: string) => `Disconnected from ${name}`,
  linkedWith: (name: string) => `Linked with ${name}`,
  onlyWayIn: (name: string) => `You cannot disconnected from ${name}`,
  windowBlocked: (name: string) =>
    `Your browser blocked the ${name} window. Allow pop-ups for Snug and try again.`,
  windowLeft: (name: string) => `${name} wasn't linked: the window was closed`,

  failed: (name: string) => `Couldn't reach ${name}. Try again later.`,
  denied: (name: string) => `You cancelled at ${name}; nothing changed`,
  emailTaken: (name: string) =>
    `There's already an account with this email. Sign in to it, then link ${name} from the Dashboard.`,
  linkedElsewhere: (name: string) => `This ${name} account is already linked to someone else here`,
  signUpClosed: 'New accounts need an invitation, or are closed on this server',
  sessionChanged: 'Someone else has signed in since, so nothing was linked',
  expired: 'That took too long or was started in another window. Try again.',
  unreachable: (name: string) => `Couldn't reach ${name}. Try again later.`,
  wrongIssuer: (name: string) =>
    `Snug has another address for ${name} than ${name} itself. Ask the person who runs Snug to check OIDC_ISSUER.`,
  wrongClient: (name: string) =>
    `${name} refuses Snug's client id or secret. Ask the person who runs Snug to check them.`,
  wrongClock: (name: string) =>
    `The clocks of Snug and ${name} differ too much. Ask the person who runs Snug to set them.`,
  wrongClientId: (name: string) =>
    `${name} signed you in for another app. Ask the person who runs Snug to check the client id.`,
  unverified: (name: string) =>
    `Snug can't verify what ${name} signed. Its log has the reason, for the person who runs Snug.`,
  noProfile: (name: string) =>
    `${name} didn't say who you are. The log of Snug has the reason, for the person who runs it.`,
  rateLimited: "You're going a bit fast. Try again in a minute.",
};
