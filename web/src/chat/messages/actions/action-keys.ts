/** The keys of all actions: the page loads the actions when one of these is pressed. */
export const ACTION_KEYS = 'C';
