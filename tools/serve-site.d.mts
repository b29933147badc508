export interface ServeSiteOptions {
  headers?: boolean;
  subPath?: string;
  responseHeaders?: Record<string, string>;
  headersFor?: (path: string) => Record<string, string> | undefined;
  folder?: string;
  host?: string;
  port?: number;
}
export interface ServedSite {
  url: string;
  port: number;
  close(): Promise<void>;
}
export declare const siteFolder: string;
export declare function serveSite(options?: ServeSiteOptions): Promise<ServedSite>;
