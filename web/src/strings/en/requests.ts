export const requests = {
  explanation: "These people aren't in your conversations yet. They won't see if you decline.",
  note: "Accept to answer. They won't see if you decline.",
  added: (name: string, room: string) => `${name} added you to ${room}`,
  roomNote: (name: string) => `${name} added you to this room. They won't see if you decline.`,
  accept: 'Accept',
  decline: 'Decline',
};
