/** The assets host as the app uses it: files beside the channel, each request with a header of its own. An address is origin and path, or the path alone. */
export interface FilesNetwork {
  /** Sends one part of a file as multipart. Rejects when there is no connection or `signal` fires. */
  send: (address: string, part: Blob, of: FileRequest) => Promise<FileAnswer>;
  /** Asks how far an upload is. */
  ask: (address: string, of: FileRequest) => Promise<FileAnswer>;
  /** Reads a file whole; undefined for any answer that is none. */
  read: (address: string, of: FileRequest) => Promise<Blob | undefined>;
}

export interface FileRequest {
  readonly authorization: string;
  readonly signal: AbortSignal;
}

export interface FileAnswer {
  readonly status: number;
  readonly text: string;
}
