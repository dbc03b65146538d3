declare module '@20minutes/s3rver' {
  /** A server that speaks S3, on files. */
  export default class S3rver {
    constructor(options: {
      port: number;
      address: string;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string }[];
      allowMismatchedSignatures: boolean;
    });
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
