package taxonomy

// errnoTexts are the texts of errnos as the GNU C library 2.36 has them in
// other languages (German, French, Spanish, Portuguese of both kinds, Japanese,
// Korean, Chinese), and what other libraries say in English. Those of this
// system itself are taken from package syscall.
//
//nolint:gochecknoglobals // a table, never written
var errnoTexts = map[string][]string{
	"ENOENT": {
		"no such file", "The system cannot find the file specified", "The system cannot find the path specified",
		"Datei oder Verzeichnis nicht gefunden", "Aucun fichier ou dossier de ce type", "No existe el fichero o el directorio", "No existe el archivo o el directorio",
		"Ficheiro ou pasta inexistente", "Arquivo ou diretório inexistente", "そのようなファイルやディレクトリはありません", "그런 파일이나 디렉터리가 없습니다", "没有那个文件或目录",
	},
	"EACCES": {
		"Access is denied", "Keine Berechtigung", "Permission non accordée", "Permiso denegado", "Permissão recusada", "Permissão negada", "許可がありません", "허가 거부", "권한이 거부됨", "权限不够",
	},
	"EPERM": {
		"Die Operation ist nicht erlaubt", "Vorgang nicht zulässig", "Opération non permise", "Operación no permitida", "Operação não permitida", "許可されていない操作です", "명령을 허용하지 않음", "不允许的操作",
	},
	"EEXIST": {
		"Die Datei existiert bereits", "Datei existiert bereits", "Le fichier existe", "El fichero ya existe", "El archivo ya existe", "O ficheiro existe", "Arquivo existe", "ファイルが存在します", "파일이 있습니다", "文件已存在",
	},
	"EISDIR":  {"Ist ein Verzeichnis", "est un dossier", "Es un directorio", "É pasta", "É um diretório", "ディレクトリです", "디렉터리입니다", "是一个目录"},
	"ENOTDIR": {"Ist kein Verzeichnis", "N'est pas un dossier", "No es un directorio", "Não é pasta", "Não é um diretório", "ディレクトリではありません", "디렉터리가 아닙니다", "不是目录"},
	"ENOTEMPTY": {
		"Das Verzeichnis ist nicht leer", "Le dossier n'est pas vide", "El directorio no está vacío", "A pasta não está vazia", "Diretório não vazio", "ディレクトリは空ではありません", "디렉터리가 비어있지 않음", "目录非空",
	},
	"EBUSY": {
		"Das Gerät oder die Ressource ist belegt", "Périphérique ou ressource occupé", "Dispositivo o recurso ocupado", "Dispositivo ou recurso ocupado", "Dispositivo ou recurso está ocupado",
		"デバイスもしくはリソースがビジー状態です", "장치나 자원이 동작 중", "设备或资源忙",
	},
	"ETXTBSY": {"Fichier texte occupé", "El fichero de texto está ocupado", "Ficheiro de texto ocupado", "Área de texto ocupada", "テキストファイルがビジー状態です", "실행 파일 사용 중", "文本文件忙"},
	"ENOSPC": {
		"There is not enough space on the disk", "Auf dem Gerät ist kein Speicherplatz mehr verfügbar", "Aucun espace disponible sur le périphérique", "No queda espacio en el dispositivo",
		"Sem espaço livre no dispositivo", "Não há espaço disponível no dispositivo", "デバイスに空き領域がありません", "장치에 남은 공간이 없음", "设备上没有空间",
	},
	"EDQUOT": {
		"Der zugewiesene Plattenplatz (Quota) ist überschritten", "Débordement du quota d'espace disque", "Se ha excedido la cuota de disco", "Quota do disco excedida", "Cota da disco excedida", "ディスク使用量制限を超過しました", "디스크 할당량이 초과됨", "超出磁盘限额",
	},
	"EROFS": {
		"Das Dateisystem ist nur lesbar", "Système de fichiers accessible en lecture seulement", "Sistema de ficheros de sólo lectura", "Sistema de ficheiros só de leitura", "Sistema de arquivos somente para leitura",
		"読み込み専用ファイルシステムです", "읽기전용 파일 시스템", "只读文件系统",
	},
	"ECONNREFUSED": {"Verbindungsaufbau abgelehnt", "Connexion refusée", "Conexión rehusada", "Ligação recusada", "Conexão recusada", "接続を拒否されました", "연결이 거부됨", "拒绝连接"},
	"ECONNRESET": {
		"Die Verbindung wurde vom Kommunikationspartner zurückgesetzt", "Connexion ré-initialisée par le correspondant", "Conexión reinicializada por la máquina remota", "Ligação reposta pelo peer", "Conexão fechada pela outra ponta",
		"接続が相手からリセットされました", "상대편이 연결을 끊음", "连接被对方重设",
	},
	"ETIMEDOUT": {
		"operation timed out", "Die Wartezeit für die Verbindung ist abgelaufen", "Connexion terminée par expiration du délai d'attente", "Expiró el tiempo de conexión", "Ligação expirada", "Tempo esgotado para conexão",
		"接続がタイムアウトしました", "연결 시간 초과", "连接超时",
	},
	"EHOSTUNREACH": {"Keine Route zum Zielrechner", "Aucun chemin d'accès pour atteindre l'hôte cible", "No existe ninguna ruta hasta el `host'", "Sem caminho para o anfitrião", "Não há rota para o host", "ホストへの経路がありません", "호스트로 갈 루트가 없음", "没有到主机的路由"},
	"ENETUNREACH":  {"Das Netzwerk ist nicht erreichbar", "Le réseau n'est pas accessible", "La red es inaccesible", "Rede inacessível", "A rede está fora de alcance", "ネットワークに届きません", "네트워크가 접근 불가능합니다", "网络不可达"},
	"EPIPE":        {"Datenübergabe unterbrochen (broken pipe)", "Relais brisé (pipe)", "Tubería rota", "Túnel quebrado", "Pipe quebrado", "파이프가 깨어짐", "断开的管道"},
	"EIO":          {"I/O error", "Eingabe-/Ausgabefehler", "Erreur d'entrée/sortie", "Error de entrada/salida", "Erro de entrada/saída", "入力/出力エラーです", "입력/출력 오류", "输入/输出错误"},
	"EADDRINUSE":   {"Die Adresse wird bereits verwendet", "Adresse déjà utilisée", "La dirección ya se está usando", "Endereço já em uso", "アドレスは既に使用中です", "주소가 이미 사용 중입니다", "地址已在使用"},
	"EINVAL":       {"Das Argument ist ungültig", "Argument invalide", "Argumento inválido", "無効な引数です", "부적절한 인수", "无效的参数"},
	"ENAMETOOLONG": {"Der Dateiname ist zu lang", "Nom de fichier trop long", "Nombre de fichero demasiado largo", "Nome de ficheiro muito grande", "Nome de arquivo muito longo", "ファイル名が長すぎます", "파일 이름이 너무 깁니다", "文件名过长"},
	"ELOOP":        {"Zu viele Ebenen aus symbolischen Links", "Trop de niveaux de liens symboliques", "Demasiados niveles de enlaces simbólicos", "Demasiados níveis de ligações simbólicas", "Muitos níveis de links simbólicos", "シンボリックリンクの階層が多すぎます", "기호 연결의 단계가 너무 많음", "符号连接的层数过多"},
	"EAGAIN":       {"Die Ressource ist zur Zeit nicht verfügbar", "Ressource temporairement non disponible", "Recurso no disponible temporalmente", "Recurso temporariamente indisponível", "リソースが一時的に利用できません", "자원이 일시적으로 사용 불가능함", "资源暂时不可用"},
	"ENOMEM":       {"out of memory", "Nicht genügend Hauptspeicher verfügbar", "Ne peut allouer de la mémoire", "No se pudo asignar memoria", "Impossível alocar memória", "Não foi possível alocar memória", "メモリを確保できません", "메모리를 할당할 수 없습니다", "无法分配内存"},
	"EMFILE":       {"Zu viele offene Dateien", "Trop de fichiers ouverts", "Demasiados ficheros abiertos", "Demasiados ficheiros abertos", "Muitos arquivos abertos", "ファイルを開きすぎです", "열린 파일이 너무 많음", "打开的文件过多"},
}
