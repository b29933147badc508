export declare const isolationHeaders: Readonly<Record<string, string>>;
