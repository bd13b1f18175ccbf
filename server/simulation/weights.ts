export const FAULTY_WEIGHTS = {
  send: 22,
  open: 4,
  close: 2,
  page: 4,
  warm: 1,
  react: 14,
  keep: 4,
  delete: 4,
  editMessage: 6,
  converse: 3,
  edit: 3,
  admin: 4,
  member: 5,
  private: 20,
  share: 10,
  visit: 14,
  download: 4,
  read: 16,
  readConversation: 10,
  block: 0.6,
  deliver: 110,
  store: 12,
  bus: 40,
  busCut: 0.5,
  cut: 2,
  silentCut: 1,
  kill: 0.7,
  wait: 10,
  wake: 1,
  reload: 0.4,
  trim: 0,
};

export const FAULT_FREE_WEIGHTS = {
  ...FAULTY_WEIGHTS,
  cut: 0,
  silentCut: 0,
  kill: 0,
  reload: 0,
  page: 0,
  warm: 0,
};

/** Of steps of the job that trims, in histories with trims. */
export const TRIM_WEIGHT = 12;

/** What shows on all devices at once: a block makes them count again. */
export const LIVE_WEIGHTS = { ...FAULT_FREE_WEIGHTS, busCut: 0, block: 0 };

/** Without changes after which clients ask for mentions. */
export const LIVE_MENTION_WEIGHTS = { ...LIVE_WEIGHTS, delete: 0, editMessage: 0 };

export type Weights = typeof FAULTY_WEIGHTS;
