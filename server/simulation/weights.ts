/** How often each action happens while the network and the servers fail. */
export const FAULTY_WEIGHTS = {
  send: 14,
  open: 4,
  close: 2,
  page: 4,
  warm: 1,
  react: 14,
  delete: 4,
  edit: 3,
  admin: 4,
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
};

/** No connection breaks and no server crashes. */
export const FAULT_FREE_WEIGHTS = {
  ...FAULTY_WEIGHTS,
  cut: 0,
  silentCut: 0,
  kill: 0,
  reload: 0,
  page: 0,
  warm: 0,
};
