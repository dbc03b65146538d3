declare module 'seek-bzip' {
  /** The part of the package that is used. @throws for what is no bzip2, and for a wrong checksum */
  const Bunzip: { decode(packed: Uint8Array, output: { writeByte(byte: number): void }): void };
  export default Bunzip;
}
