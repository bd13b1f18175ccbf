/** Messages that arrive, for screen readers. */
export const arrivals = {
  announced: (author: string, text: string) => `${author}: ${text}`,
  textAndFile: (text: string, file: string) => `${text}, ${file}`,
};
