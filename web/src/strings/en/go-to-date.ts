export const goToDate = {
  title: 'Go to date',
  date: 'Date',
  go: 'Go',
  invalid: 'Choose a date',
  none: 'No messages on that day or later. Choose an earlier date.',
};
