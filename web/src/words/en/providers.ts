/** Accounts elsewhere by which one signs in. `name` is the provider's. */
export const providers = {
  linked: 'Linked accounts',
  disconnect: 'Disconnect',
  disconnectFrom: (name: string) => `Disconnect ${name}`,
  linkTo: (name: string) => `Link to ${name}`,
  disconnected: (name: string) => `Disconnected from ${name}`,
  linkedWith: (name: string) => `Linked with ${name}`,
  onlyWayIn: (name: string) => `You cannot disconnected from ${name}`,
  windowBlocked: (name: string) =>
    `The browser blocked the window of ${name}. Please allow pop-ups for Snug and try again`,
  windowLeft: (name: string) => `${name} is not linked: its window was left before it was done`,

  failed: (name: string) => `${name} could not be asked just now. Please try again later`,
  denied: (name: string) => `You did not allow it at ${name}, so nothing was changed`,
  addressTaken: (name: string) =>
    `There is an account with this e-mail. Sign in to it, and link ${name} from the Dashboard`,
  linkedElsewhere: (name: string) => `This ${name} account is linked to somebody else here`,
  noNewPeople: 'This Snug takes no new people at present',
  somebodyElse: 'Somebody else has signed in meanwhile, so nothing was linked',
  tooLate: 'That took too long, or was begun in another window. Please try again',
  unreachable: (name: string) => `${name} cannot be reached right now. Please try again later`,
  slowDown: 'Slow down, please: try again in a minute',
};
