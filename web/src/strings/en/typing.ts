export const typing = {
  one: (name: string) => `${name} is typing`,
  two: (one: string, other: string) => `${one} and ${other} are typing`,
  several: 'Several people are typing',
};
