export const linking = {
  wait: 'One moment...',
  nothingLinked: 'Nothing was linked. You can close this window.',
  done: 'Done. You can close this window.',
};
