//! Versions of JSON Schema.

/// A draft, in order of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Draft {
    D4,
    D6,
    D7,
    D2019,
    D2020,
}

impl Draft {
    /// The draft a `$schema` names.
    pub(crate) fn from_url(url: &str) -> Option<Draft> {
        let url = match url.split_once('#') {
            Some((url, "")) => url,
            Some(_) => return None,
            None => url,
        };
        let url = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://")).unwrap_or(url);
        Some(match url {
            "json-schema.org/schema" | "json-schema.org/draft/2020-12/schema" => Draft::D2020,
            "json-schema.org/draft/2019-09/schema" => Draft::D2019,
            "json-schema.org/draft-07/schema" => Draft::D7,
            "json-schema.org/draft-06/schema" => Draft::D6,
            "json-schema.org/draft-04/schema" => Draft::D4,
            _ => return None,
        })
    }

    /// The address of its schema of schemas.
    pub(crate) fn url(self) -> &'static str {
        match self {
            Draft::D4 => "http://json-schema.org/draft-04/schema",
            Draft::D6 => "http://json-schema.org/draft-06/schema",
            Draft::D7 => "http://json-schema.org/draft-07/schema",
            Draft::D2019 => "https://json-schema.org/draft/2019-09/schema",
            Draft::D2020 => "https://json-schema.org/draft/2020-12/schema",
        }
    }

    /// The keyword that names a schema.
    pub(crate) fn id_keyword(self) -> &'static str {
        if self == Draft::D4 { "id" } else { "$id" }
    }

    /// How schemas sit under a keyword, if they do.
    pub(crate) fn position(self, keyword: &str) -> Option<Position> {
        let (position, since) = match keyword {
            "not" | "additionalProperties" | "additionalItems" => (Position::One, Draft::D4),
            "allOf" | "anyOf" | "oneOf" => (Position::List, Draft::D4),
            "definitions" | "properties" | "patternProperties" => (Position::Map, Draft::D4),
            "items" => (Position::OneOrList, Draft::D4),
            "dependencies" => (Position::MapOfSome, Draft::D4),
            "propertyNames" | "contains" => (Position::One, Draft::D6),
            "if" | "then" | "else" => (Position::One, Draft::D7),
            "$defs" | "dependentSchemas" => (Position::Map, Draft::D2019),
            "unevaluatedProperties" | "unevaluatedItems" | "contentSchema" => (Position::One, Draft::D2019),
            "prefixItems" => (Position::List, Draft::D2020),
            _ => return None,
        };
        (self >= since).then_some(position)
    }
}

/// Where a keyword keeps its schemas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Position {
    One,
    List,
    Map,
    OneOrList,
    /// Values may be lists of names instead.
    MapOfSome,
}
