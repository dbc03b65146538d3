/** Sockets that come from one address: a site takes 300 of one network. */
const PER_ADDRESS = 200;

/** An address of this machine for a socket, so that thousands of them are no single network. @param number of the socket */
export const addressOf = (number: number): string => `127.0.${1 + Math.floor(number / PER_ADDRESS)}.1`;
