type Build = () => Promise<string>;

export declare const isInstalled: boolean;
export declare function hasPython(module: string): boolean;
export declare function installPacked(): Promise<string[]>;
export declare const hosts: Readonly<Record<string, Build>>;
export declare const pythonHosts: Readonly<Record<string, Build>>;
export declare const checkTypes: Readonly<Record<'React' | 'Vue', () => Promise<void>>>;
